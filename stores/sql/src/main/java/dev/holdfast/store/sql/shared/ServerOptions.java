package dev.holdfast.store.sql.shared;

import dev.holdfast.store.StoreAddress;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The options that the addresses of all SQL servers have in common.
 *
 * @param timeout the bound of one call
 * @param connections their maximum number
 * @param migrate whether to make or update the layout
 */
public record ServerOptions(Duration timeout, int connections, boolean migrate) {
    private static final Set<String> NAMES = Set.of("timeout", "connections", "migrate");
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(500);
    private static final int CONNECTIONS = 8;
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,3}");

    /**
     * Returns the options of an address.
     *
     * @param others the options that the engine knows besides
     * @throws IllegalArgumentException if the address has an unknown option, or a value that makes no sense
     */
    public static ServerOptions of(StoreAddress address, Set<String> others) {
        Set<String> known = new TreeSet<>(others);
        known.addAll(NAMES);
        address.requireKnown(known);
        Duration timeout = address.duration("timeout", TIMEOUT);
        if (timeout.compareTo(MIN_TIMEOUT) < 0) {
            throw new IllegalArgumentException("The option timeout of the address " + address + " must be at least "
                    + MIN_TIMEOUT.toMillis() + "ms: a call may need a new connection.");
        }
        String connections = address.option("connections", Integer.toString(CONNECTIONS));
        if (!NUMBER.matcher(connections).matches()) {
            throw new IllegalArgumentException("The option connections of the address " + address
                    + " is a number from 1 to 9999, not '" + connections + "'.");
        }
        return new ServerOptions(timeout, Integer.parseInt(connections), address.flag("migrate", true));
    }
}

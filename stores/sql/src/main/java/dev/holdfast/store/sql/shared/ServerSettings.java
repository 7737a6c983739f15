package dev.holdfast.store.sql.shared;

import com.zaxxer.hikari.HikariConfig;
import dev.holdfast.internal.base.StoreAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The settings that the addresses of all SQL servers have in common, {@code scheme://user:password@host:port/database} with
 * options.
 *
 * @param timeout the bound of one call
 * @param connections their maximum number
 * @param migrate whether to make or update the layout
 */
public record ServerSettings(StoreAddress address, Duration timeout, int connections, boolean migrate) {
    private static final Set<String> NAMES = Set.of("timeout", "connections", "migrate");
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(500);
    private static final int CONNECTIONS = 8;
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,3}");

    /**
     * Returns the settings in an address.
     *
     * @param example what to write instead, for messages
     * @param others the options that the engine knows besides
     * @throws IllegalArgumentException if the address lacks something, has an unknown option, or a value that makes no sense
     */
    public static ServerSettings parse(String text, int port, String example, Set<String> others) {
        StoreAddress address = StoreAddress.parse(text, port, example);
        if (address.path().isEmpty() || address.path().indexOf('/') >= 0) {
            throw new IllegalArgumentException("The address " + address + " names no database. " + example);
        }
        if (address.user().isEmpty()) {
            throw new IllegalArgumentException("The address " + address + " names no user. " + example);
        }
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
        return new ServerSettings(address, timeout, Integer.parseInt(connections), address.flag("migrate", true));
    }

    /** Returns the place of the database, for messages. */
    public String place(String engine) {
        return engine + " at " + hosts() + ", database '" + address.path() + "',";
    }

    private String hosts() {
        return address.hosts().stream().map(Object::toString).collect(Collectors.joining(","));
    }

    /** Returns the address for the driver. */
    public String jdbcUrl(String scheme) {
        return "jdbc:" + scheme + "://" + hosts() + "/" + URLEncoder.encode(address.path(), StandardCharsets.UTF_8);
    }

    /** Returns half the time of a call, for getting a connection; the other half is for the answer. */
    public Duration halfTimeout() {
        return timeout.dividedBy(2);
    }

    /**
     * Returns a pool that lacks the address, the password and what is special to the driver.
     *
     * @param passedOn the options that the driver knows, passed on as they are
     */
    public HikariConfig pool(String name, Set<String> passedOn) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setUsername(address.user());
        config.setMaximumPoolSize(connections + 1); // and one for those who watch
        config.setMinimumIdle(1);
        config.setConnectionTimeout(halfTimeout().toMillis());
        config.setValidationTimeout(Math.max(250, halfTimeout().toMillis() / 2));
        config.setRegisterMbeans(false);
        passedOn.stream()
                .filter(address.options()::containsKey)
                .forEach(option -> config.addDataSourceProperty(option, address.option(option, "")));
        return config;
    }
}

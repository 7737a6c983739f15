package dev.holdfast.engines;

import dev.holdfast.LockManager;
import dev.holdfast.StoreUnreachableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.awaitility.Awaitility;

/** The wires and managers of one test. */
public final class Wires implements AutoCloseable {
    /** The password of every server that requires one. */
    public static final String PASSWORD = "open-sesame";

    private final List<AutoCloseable> open = new ArrayList<>();

    Wire to(Server server) {
        return keep(Wire.to(server.port()));
    }

    LockManager manager(String address) {
        return keep(LockManager.open(address));
    }

    /**
     * Opens a manager whose calls are bounded. A busy machine may take longer than that bound for a first connection, so
     * opening is repeated until the server was reached.
     */
    LockManager impatient(String address, Duration call) {
        List<LockManager> opened = new ArrayList<>();
        Awaitility.await("a first connection")
                .atMost(Duration.ofSeconds(90))
                .ignoreExceptionsInstanceOf(StoreUnreachableException.class)
                .until(() -> {
                    return opened.add(LockManager.open(bounded(address, call)));
                });
        return keep(opened.get(0));
    }

    /** The address with a bound on each call. */
    String bounded(String address, Duration call) {
        return address + (address.indexOf('?') < 0 ? '?' : '&') + "timeout=" + call.toMillis() + "ms";
    }

    synchronized <T extends AutoCloseable> T keep(T thing) {
        open.add(thing);
        return thing;
    }

    @Override
    public synchronized void close() {
        Collections.reverse(open);
        for (AutoCloseable one : open) {
            try {
                one.close();
            } catch (Exception e) {
                throw new IllegalStateException("Cannot close " + one + ".", e);
            }
        }
        open.clear();
    }
}

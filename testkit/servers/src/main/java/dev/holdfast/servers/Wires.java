package dev.holdfast.servers;

import dev.holdfast.LockManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The wires and managers of one test. */
public final class Wires implements AutoCloseable {
    /** Of every server that wants one. */
    public static final String PASSWORD = "open-sesame";

    private final List<AutoCloseable> open = new ArrayList<>();

    Wire to(Server server) {
        return keep(Wire.to(server.port()));
    }

    LockManager manager(String address) {
        return keep(LockManager.open(address));
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

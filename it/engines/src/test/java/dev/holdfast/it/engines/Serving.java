package dev.holdfast.it.engines;

import dev.holdfast.LockManager;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;

/** The main program of a process that serves the locks of a store, says where, and ends with whoever started it. */
final class Serving {
    private Serving() {}

    /** Arguments: the store's address, the port. */
    public static void main(String[] args) throws Exception {
        try (LockManager locks = Patient.open(args[0]);
                HoldfastServer server =
                        HoldfastServer.start(locks, ServerOptions.DEFAULT.port(Integer.parseInt(args[1])))) {
            System.out.println(server.address());
            while (System.in.read() >= 0) {
                // only the end of its input ends it
            }
        }
        System.exit(0);
    }
}

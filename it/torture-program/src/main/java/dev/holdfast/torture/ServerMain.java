package dev.holdfast.torture;

import dev.holdfast.LockManager;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.util.Random;

/** The main program of a process that serves the locks of a store until its input ends. */
final class ServerMain {
    private ServerMain() {}

    /** Arguments: an {@link Assignment} whose last port is the one to listen on. */
    public static void main(String[] args) throws Exception {
        Assignment assignment = Assignment.of(args);
        JumpingClock clock = new JumpingClock(assignment.jumps(), new Random(assignment.seed()));
        try (LockManager locks = Opening.open(assignment.address(), assignment, clock);
                HoldfastServer server =
                        HoldfastServer.start(locks, ServerOptions.DEFAULT.port(assignment.register()))) {
            System.out.println(server.address());
            System.out.flush();
            while (System.in.read() >= 0) {
                // only the end of its input ends it
            }
        }
        System.exit(0);
    }
}

package dev.holdfast.it.processes;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;

/** The main program of a process that holds one lock until it is killed. */
final class Holder {
    /** The name of the lock. */
    static final String RESOURCE = "job";

    private Holder() {}

    /** Takes the address of the store. Prints its process number once it has the lock. */
    public static void main(String[] args) throws Exception {
        try (LockManager locks = LockManager.open(args[0]);
                LockHandle held = locks.acquire(RESOURCE)) {
            System.out.println("held " + held.fence());
            System.out.flush();
            while (System.in.read() >= 0) {
                // Only the end of its input, or a kill, ends it.
            }
        }
    }
}

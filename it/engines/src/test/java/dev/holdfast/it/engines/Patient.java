package dev.holdfast.it.engines;

import dev.holdfast.LockManager;
import dev.holdfast.StoreUnreachableException;
import java.time.Duration;

/** Opens stores on a machine that may be so busy that a server which runs does not answer in time. */
final class Patient {
    private static final Duration MAX_WAIT = Duration.ofMinutes(2);

    private Patient() {}

    /** Opens the store at that address, if need be at a later try. */
    static LockManager open(String address) {
        long begin = System.nanoTime();
        while (true) {
            try {
                return LockManager.open(address);
            } catch (StoreUnreachableException e) {
                if (System.nanoTime() - begin > MAX_WAIT.toNanos()) {
                    throw e;
                }
            }
        }
    }
}

package dev.holdfast.torture;

import java.util.concurrent.locks.LockSupport;

/** Pauses of threads that are not interrupted. */
final class Pauses {
    private Pauses() {}

    static void millis(long millis) {
        nanos(millis * 1_000_000);
    }

    static void nanos(long nanos) {
        long end = System.nanoTime() + nanos;
        long left = nanos;
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = end - System.nanoTime();
        }
    }
}

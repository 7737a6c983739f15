package dev.holdfast.cli.acquire;

import dev.holdfast.LockManager;
import dev.holdfast.internal.base.Moments;
import java.time.Duration;
import java.util.List;

/** Waits until resources are free, without taking them. */
public final class FreeWait {
    /** The interval between looks. It also limits how fast an ended process of a holder is noticed. */
    private static final long LOOK_MILLIS = 200;

    private FreeWait() {}

    /** Returns whether all resources were free at the last look before the timeout. */
    public static boolean await(LockManager manager, List<String> resources, Duration timeout)
            throws InterruptedException {
        long end = System.nanoTime() + Moments.nanos(timeout);
        while (true) {
            if (resources.stream().allMatch(resource -> manager.view(resource).free())) {
                return true;
            }
            long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (left <= 0) {
                return false;
            }
            Thread.sleep(Math.min(LOOK_MILLIS, left));
        }
    }
}

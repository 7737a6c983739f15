package dev.holdfast.cli.acquire;

import dev.holdfast.LockManager;
import dev.holdfast.rules.Moments;
import java.time.Duration;
import java.util.List;

/** Waits until resources are free, without taking them. */
public final class FreeWait {
    /** Also how fast a holder whose process has ended is noticed. */
    private static final long LOOK_MILLIS = 200;

    private FreeWait() {}

    /** Whether all of them were free at the last look, before patience was over. */
    public static boolean await(LockManager manager, List<String> resources, Duration timeout)
            throws InterruptedException {
        long end = System.nanoTime() + Moments.nanos(timeout);
        while (true) {
            if (resources.stream().allMatch(resource -> manager.look(resource).free())) {
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

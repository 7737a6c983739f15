package dev.holdfast.example.resume;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The request to stop before the end of the work, because of a signal or because the lock is lost. The work checks it
 * between two parts. A process that is asked to end waits until the work has stopped and released its lock: a release
 * while a part is still going on would let another process in too early.
 */
final class Stop {
    /** The time for a long part. Work that takes longer is cut off, and its lock is that of a dead process. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Returns a request that SIGTERM, SIGINT and SIGHUP make. */
    static Stop onSignals() {
        Stop stop = new Stop();
        Runtime.getRuntime().addShutdownHook(new Thread(stop::askAndAwait, "stop"));
        return stop;
    }

    private void askAndAwait() {
        ask();
        try {
            if (!ended.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("resume-tool: The part that is going on takes too long and is cut off.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void ask() {
        asked.countDown();
    }

    boolean asked() {
        return asked.getCount() == 0;
    }

    /** Rests for a time, or until the request is made. */
    void rest(Duration pause) {
        try {
            if (asked.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ask();
        }
    }

    /** Reports that the work has ended. */
    void ended() {
        ended.countDown();
    }
}

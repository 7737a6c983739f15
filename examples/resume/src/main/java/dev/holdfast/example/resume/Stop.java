package dev.holdfast.example.resume;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The wish that the work stop before its end, by a signal to the process or because the lock is lost. The work looks for it
 * between two parts. A process that is told to end waits until the work has stopped and given its lock back: to give it back
 * while a part is still going on would let somebody else in too early.
 */
final class Stop {
    /** For a part that takes long. Who is still not done then is cut off, and its lock is that of a dead process. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    /** One that SIGTERM, SIGINT and SIGHUP ask for. */
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

    /** Rests so long, or until it is asked for. */
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

    /** Says that nothing goes on any more. */
    void ended() {
        ended.countDown();
    }
}

package dev.holdfast.cli.terminal;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.internal.base.Durations;
import dev.holdfast.internal.base.Moments;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Prints a line a minute while a caller without a terminal waits, for logs. */
final class WaitingReport implements WaitNotice {
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final long LAST_LOOK_MILLIS = 2000;

    private final PrintStream err;
    private final IntFunction<String> text;
    private final long interval;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "holdfast-waiting-report");

    private WaitingReport(PrintStream err, IntFunction<String> text, Duration interval) {
        this.err = err;
        this.text = text;
        this.interval = Moments.nanos(interval);
    }

    static WaitNotice show(Environment environment, IntFunction<String> text) {
        String other = environment.variable("HOLDFAST_REPORT_EVERY");
        WaitingReport report =
                new WaitingReport(environment.err(), text, other == null ? INTERVAL : Durations.parse(other));
        report.thread.setDaemon(true);
        report.thread.start();
        return report;
    }

    private void run() {
        try {
            while (!closed.await(interval, TimeUnit.NANOSECONDS)) {
                String line = text.apply(Integer.MAX_VALUE);
                if (!line.isEmpty()) {
                    err.println("holdfast: " + line);
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("This thread is never interrupted.", e);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(LAST_LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

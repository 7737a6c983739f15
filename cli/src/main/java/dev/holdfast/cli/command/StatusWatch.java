package dev.holdfast.cli.command;

import dev.holdfast.LockManager;
import dev.holdfast.Subscription;
import java.io.PrintStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Shows something again whenever a lock changes, until the process is ended. */
final class StatusWatch {
    /** Ages grow, and locks become stale, without any change. */
    private static final long MAX_SECONDS = 10;

    private static final long GATHER_MILLIS = 100;
    private static final String HOME = "\u001B[H";
    private static final String CLEAR = "\u001B[2J";
    private static final String CLEAR_REST = "\u001B[J";

    private final LockManager manager;
    private final PrintStream out;
    private final Semaphore changes = new Semaphore(1);

    StatusWatch(LockManager manager, PrintStream out) {
        this.manager = manager;
        this.out = out;
    }

    /** @param terminal whether to redraw in place, with the ages of the moment; else only changes are written, one by one */
    void run(boolean terminal, Supplier<String> text) throws InterruptedException {
        Subscription feed = manager.listen("", view -> changes.release());
        try {
            out.print(terminal ? CLEAR : "");
            while (true) {
                show(terminal, text);
            }
        } finally {
            feed.close();
        }
    }

    private void show(boolean terminal, Supplier<String> text) throws InterruptedException {
        boolean changed = changes.tryAcquire(MAX_SECONDS, TimeUnit.SECONDS);
        if (changed) {
            // Several changes that come together are one picture.
            Thread.sleep(GATHER_MILLIS);
            changes.drainPermits();
        }
        if (changed || terminal) {
            out.println(terminal ? HOME + CLEAR_REST + text.get() : text.get());
            out.flush();
        }
    }
}

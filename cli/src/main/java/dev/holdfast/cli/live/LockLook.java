package dev.holdfast.cli.live;

import dev.holdfast.LockAdmin.LockQuery;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.StoreException;
import dev.holdfast.Subscription;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks at the locks after every change, on a thread of its own: the screen answers keys also while the store does not. */
public final class LockLook {
    private static final int MAX_LOCKS = 1_000;
    /** Locks become stale without a change. */
    private static final long MAX_SECONDS = 5;

    private static final long GATHER_MILLIS = 100;

    private final Opening opening;
    private final String prefix;
    private final Runnable changed;
    private final Semaphore changes = new Semaphore(1);
    private volatile Seen seen = new Seen(List.of(), System.nanoTime(), "looking for the locks");

    /** Opens the locks, and waits for a store that is not there yet. */
    public interface Opening {
        LockManager open() throws InterruptedException;
    }

    /**
     * The result of the last look.
     *
     * @param atNanos when it was made, by this process's clock
     * @param problem why there is no newer one, or null
     */
    record Seen(
            List<LockView> views, long atNanos, @Nullable String problem) {}

    LockLook(Opening opening, String prefix, Runnable changed) {
        this.opening = opening;
        this.prefix = prefix;
        this.changed = changed;
    }

    void start() {
        Thread thread = new Thread(this::run, "holdfast-top-look");
        thread.setDaemon(true);
        thread.start();
    }

    Seen seen() {
        return seen;
    }

    private void run() {
        try {
            LockManager manager = opening.open();
            Subscription feed = null;
            while (true) {
                try {
                    feed = feed == null ? manager.listen(prefix, view -> changes.release()) : feed;
                    seen = new Seen(
                            manager.admin().list(LockQuery.ALL.prefix(prefix).limit(MAX_LOCKS)),
                            System.nanoTime(),
                            null);
                } catch (StoreException e) {
                    seen = new Seen(seen.views(), seen.atNanos(), e.getMessage());
                }
                changed.run();
                changes.tryAcquire(MAX_SECONDS, TimeUnit.SECONDS);
                Thread.sleep(GATHER_MILLIS); // several changes that come together are one look
                changes.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) { // such as an address that cannot be opened: the user reads it on the screen
            seen = new Seen(seen.views(), seen.atNanos(), e.getMessage());
            changed.run();
        }
    }
}

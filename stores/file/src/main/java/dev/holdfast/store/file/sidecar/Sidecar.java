package dev.holdfast.store.file.sidecar;

import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.process.FileLockWait;
import dev.holdfast.spi.Key;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The folder with the truth, as this process knows it. All stores of a process that use the same folder share one.
 *
 * <p>A process that has the guard first reads what others committed, then finishes or takes back what a crashed one left, and
 * only then works. A change is appended to the journal, then shown by the view, then committed in the guard file. So the bytes
 * beyond the committed length tell what the change was, and the view tells how far it got. With a durable view the journal is
 * flushed before the change is shown, and the view before the commit. The commit is not flushed: after a power failure the
 * guard may be behind, but each line of the journal that another one follows was committed.
 */
final class Sidecar {
    /** The bound of all waiting, for other threads and processes together. */
    static final Duration TIMEOUT = FileLockWait.MAX_WAIT;

    private final Path folder;
    private final View view;
    private final Ledger ledger;
    private final Duration timeout;
    private final ReentrantLock threads = new ReentrantLock();
    private final List<Consumer<Collection<Key>>> listeners = new CopyOnWriteArrayList<>();
    private boolean closed;

    Sidecar(Path folder, View view, Disk disk, Duration timeout) {
        this.folder = folder;
        this.view = view;
        this.timeout = timeout;
        this.ledger = new Ledger(folder, view, disk, this::changed);
        view.attach(() -> ledger.records().holds());
    }

    /** Something done under the guard. */
    interface GuardedWork<T> {
        T run() throws IOException;
    }

    Path folder() {
        return folder;
    }

    View view() {
        return view;
    }

    Ledger ledger() {
        return ledger;
    }

    Records records() {
        return ledger.records();
    }

    /** Runs work while no other thread or process does. */
    <T> T exclusively(GuardedWork<T> work) {
        long end = System.nanoTime() + timeout.toNanos();
        boolean interrupted = enter(end);
        try {
            return guarded(work, end);
        } catch (IOException e) {
            throw Damage.unusable(folder, e);
        } finally {
            threads.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T guarded(GuardedWork<T> work, long end) throws IOException {
        if (closed) {
            throw new StoreUnreachableException("The lock store at " + folder + " is closed.", null);
        }
        ledger.lock(end);
        boolean clean = false;
        try {
            ledger.catchUp();
            T result = work.run();
            clean = true;
            return result;
        } finally {
            ledger.unlock(clean);
        }
    }

    /** Runs work on what this process knows by now, without asking what others did since. */
    <T> T locally(GuardedWork<T> work) {
        boolean interrupted = enter(System.nanoTime() + timeout.toNanos());
        try {
            return work.run();
        } catch (IOException e) {
            throw Damage.unusable(folder, e);
        } finally {
            threads.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether others committed something that this process has not read; an assumption, made without the guard. */
    boolean isBehind() {
        return locally(ledger::isBehind);
    }

    private boolean enter(long end) {
        boolean interrupted = Thread.interrupted();
        while (true) {
            try {
                if (threads.tryLock(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                    return interrupted;
                }
            } catch (InterruptedException e) {
                interrupted = true;
                continue;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            throw Damage.busy(folder);
        }
    }

    void listen(Consumer<Collection<Key>> listener) {
        listeners.add(listener);
    }

    void unlisten(Consumer<Collection<Key>> listener) {
        listeners.remove(listener);
    }

    private void changed(Collection<Key> keys) {
        for (Consumer<Collection<Key>> listener : listeners) {
            listener.accept(keys);
        }
    }

    /** Opens the files, so that a folder that cannot be used is reported immediately. */
    void open() {
        try {
            exclusively(() -> true);
        } catch (StoreException e) {
            close();
            throw e;
        }
    }

    void close() {
        threads.lock();
        try {
            closed = true;
            view.close();
            ledger.close();
        } finally {
            threads.unlock();
        }
    }
}

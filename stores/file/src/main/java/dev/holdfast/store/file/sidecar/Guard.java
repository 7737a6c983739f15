package dev.holdfast.store.file.sidecar;

import dev.holdfast.StoreException;
import dev.holdfast.internal.process.FileLockHolder;
import dev.holdfast.internal.process.FileLockWait;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The file that lets one process at a time use a sidecar, and that says how much of the journal counts. It is never renamed or
 * deleted, and opened once in a process: closing any descriptor of a file would end all locks that the process has on it.
 *
 * <p>A commit goes into one of two places in turn, so that a half-written one leaves its predecessor.
 */
final class Guard implements Closeable {
    private static final int PLACE = 512;
    private static final long FIRST_PAUSE = 10_000;
    private static final long MAX_PAUSE = 1_000_000;
    private static final long MAX_PAUSE_IN_A_CROWD = 5_000_000;

    private final Path path;
    private final DiskFile file;
    private final @Nullable Object identity;
    private final byte[] buffer = new byte[PLACE + Commit.BYTES];
    private final FileLockWait wait =
            new FileLockWait(FileLockWait.STUCK, FileLockWait.MAX_WAIT, System::nanoTime, this::progress);
    private @Nullable FileLock lock;
    private boolean damaged;

    Guard(Path path, Disk disk) throws IOException {
        this.path = path;
        this.file = disk.open(path);
        this.identity = identityOf(path);
    }

    /**
     * Waits for the other processes. The caller keeps the other threads of this one away, and interrupts.
     *
     * @param end when to give up at the latest, as {@link System#nanoTime}
     */
    void lock(long end) throws IOException {
        long start = System.nanoTime();
        long longest = MAX_PAUSE;
        wait.begin();
        for (long pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, longest)) {
            lock = tryLock();
            if (lock != null) {
                wait.end();
                return;
            }
            if (wait.isOver() || System.nanoTime() - end >= 0) {
                throw Damage.stuck(path, Duration.ofNanos(System.nanoTime() - start));
            }
            // In a crowd, processes that ask again and again slow down the one that has it.
            longest = Math.min(MAX_PAUSE_IN_A_CROWD, Math.max(MAX_PAUSE, (System.nanoTime() - start) / 16));
            LockSupport.parkNanos(pause);
        }
    }

    /** Returns a number that changes with every commit, and when another process has the lock. */
    private long progress() {
        long pid = FileLockHolder.of(path).map(FileLockHolder::pid).orElse(0L);
        try {
            Commit last = read();
            return 31 * pid + (last == null ? 0 : last.seq());
        } catch (IOException | StoreException e) {
            return pid;
        }
    }

    private @Nullable FileLock tryLock() throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            // The same class was loaded twice in this process, and the other one is at work.
            return null;
        }
    }

    void unlock() {
        try {
            if (lock != null) {
                lock.release();
            }
        } catch (IOException e) {
            // The descriptor is gone, and the lock with it.
        } finally {
            lock = null;
        }
    }

    /** Returns whether the folder was deleted or replaced since, so that others use another guard. */
    boolean isMoved() throws IOException {
        return identity != null && !Objects.equals(identity, identityOf(path));
    }

    private static @Nullable Object identityOf(Path path) throws IOException {
        Inode inode = Inode.of(path);
        return inode == null ? null : inode.key();
    }

    /** Returns the last commit, or null if there is none that is whole. */
    @Nullable
    Commit read() throws IOException {
        int count = file.read(0, buffer);
        Commit first = count >= Commit.BYTES ? Commit.decoded(buffer, 0) : null;
        Commit second = count >= buffer.length ? Commit.decoded(buffer, PLACE) : null;
        damaged = (first == null && isWritten(count, 0)) || (second == null && isWritten(count, PLACE));
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        return first.seq() > second.seq() ? first : second;
    }

    private boolean isWritten(int count, int place) {
        for (int i = place; i < Math.min(count, place + Commit.BYTES); i++) {
            if (buffer[i] != 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether one of the two places had a commit that was not whole when they were last read. */
    boolean isDamaged() {
        return damaged;
    }

    void write(Commit commit) throws IOException {
        file.overwrite(commit.seq() % 2 == 0 ? 0 : PLACE, commit.encoded());
    }

    void force() throws IOException {
        file.force();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

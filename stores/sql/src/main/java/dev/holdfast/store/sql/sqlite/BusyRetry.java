package dev.holdfast.store.sql.sqlite;

import dev.holdfast.internal.process.FileLockWait;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.SQLiteErrorCode;

/**
 * Retries while another process is in the way, for a bounded time. SQLite's own waiting looks ten times a second, so that an
 * unlucky process may starve beside busy ones; this looks often enough to get its turn.
 */
final class BusyRetry {
    private static final long MIN_PAUSE = Duration.ofNanos(100_000).toNanos();
    private static final long MAX_PAUSE = Duration.ofMillis(2).toNanos();
    private static final long MAX_PAUSE_IN_A_CROWD = Duration.ofMillis(20).toNanos();

    private BusyRetry() {}

    /** One attempt. */
    interface Attempt {
        void run() throws SQLException;
    }

    /** Runs the step until no other process is in the way. An interrupt does not end it, and is kept for the caller. */
    static void with(FileLockWait turn, Attempt step) throws SQLException {
        long begin = System.nanoTime();
        turn.begin();
        boolean interrupted = false;
        try {
            for (long pause = MIN_PAUSE; ; pause = Math.min(2 * pause, maxPause(System.nanoTime() - begin))) {
                try {
                    step.run();
                    turn.end();
                    return;
                } catch (SQLException e) {
                    if (!busy(e) || turn.isOver()) {
                        throw e;
                    }
                }
                interrupted |= Thread.interrupted();
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(pause / 2, pause));
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the maximum pause. In a crowd, processes that ask again and again slow down the one that has the lock. */
    private static long maxPause(long waited) {
        return Math.min(MAX_PAUSE_IN_A_CROWD, Math.max(MAX_PAUSE, waited / 16));
    }

    private static boolean busy(SQLException e) {
        return e.getErrorCode() == SQLiteErrorCode.SQLITE_BUSY.code && !SqliteFailure.outOfDate(e);
    }
}

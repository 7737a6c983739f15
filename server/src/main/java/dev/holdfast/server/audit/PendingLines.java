package dev.holdfast.server.audit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The lines of an audit log that are not written yet, of bounded size. Counts the lines for which there was no room.
 * Thread-safe; its monitor guards all of it.
 */
final class PendingLines {
    private static final long MAX_BYTES = 16L << 20;
    private static final long BATCH_BYTES = 1L << 20;

    private final InstantSource clock;
    /** In the order in which they are written. */
    private final Deque<Line> waiting = new ArrayDeque<>();

    private long bytes;
    private long missed;
    private long allMissed;
    private @Nullable Instant gapSince;
    private boolean closing;

    PendingLines(InstantSource clock) {
        this.clock = clock;
    }

    /** A line that waits. Its future says whether it was written in time; null if no caller waits for it. */
    record Line(String content, long nanos, @Nullable CompletableFuture<Boolean> written) {
        void end(boolean inTime) {
            if (written != null) {
                written.complete(inTime);
            }
        }
    }

    /** @param missed how many */
    record Gap(Instant since, long missed) {}

    /** Adds a line. Returns false if there is no room, or the log is closing. */
    synchronized boolean add(Line line) {
        int size = line.content.length();
        if (bytes + size > MAX_BYTES || closing) {
            missed++;
            allMissed++;
            beginGap();
            return false;
        }
        addLast(line);
        if (waiting.size() == 1) {
            notifyAll();
        }
        return true;
    }

    /** Adds a line even if there is no room. */
    synchronized void addLast(Line line) {
        bytes += line.content.length();
        waiting.add(line);
    }

    /** Returns the next lines to write; none after that time without any; null when it is closing and all are written. */
    synchronized @Nullable List<Line> next(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (waiting.isEmpty() && !closing) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return List.of();
            }
            wait(left);
        }
        if (waiting.isEmpty()) {
            return null;
        }
        List<Line> batch = new ArrayList<>();
        for (long size = 0; size < BATCH_BYTES && !waiting.isEmpty(); ) {
            Line line = waiting.remove();
            size += line.content.length();
            batch.add(line);
        }
        return batch;
    }

    /** Releases the bytes of lines that were written. */
    synchronized void written(List<Line> batch) {
        batch.forEach(line -> bytes -= line.content.length());
    }

    /** Puts lines that were not written in front of the others. */
    synchronized void putBack(List<Line> batch) {
        for (int i = batch.size() - 1; i >= 0; i--) {
            waiting.addFirst(batch.get(i));
        }
    }

    /** Begins a gap in the log, unless there is one. */
    synchronized void beginGap() {
        gapSince = gapSince == null ? clock.instant() : gapSince;
    }

    synchronized boolean hasMissed() {
        return missed > 0;
    }

    /** Returns the gap, and begins a new count. */
    synchronized Gap endGap() {
        Gap gap = new Gap(gapSince == null ? clock.instant() : gapSince, missed);
        missed = 0;
        gapSince = null;
        return gap;
    }

    /** Returns how many lines were left out since the start. */
    synchronized long allMissed() {
        return allMissed;
    }

    synchronized List<Line> all() {
        return List.copyOf(waiting);
    }

    /** Returns the lines that have waited for longer than that. */
    synchronized List<Line> olderThan(long nanos) {
        long now = System.nanoTime();
        List<Line> old = new ArrayList<>();
        for (Line line : waiting) {
            if (now - line.nanos <= nanos) {
                break;
            }
            old.add(line);
        }
        return old;
    }

    /** Pauses before the next attempt. Returns earlier when the log is closing: then the number of lines that are dropped. */
    synchronized int awaitRetry(Duration pause) throws InterruptedException {
        long end = System.nanoTime() + pause.toNanos();
        for (long left = pause.toMillis(); left > 0 && !closing; left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
        int dropped = closing ? waiting.size() : 0;
        if (closing) {
            waiting.clear();
        }
        return dropped;
    }

    /** Accepts no more lines. */
    synchronized void close() {
        closing = true;
        notifyAll();
    }
}

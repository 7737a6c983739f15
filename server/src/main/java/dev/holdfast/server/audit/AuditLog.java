package dev.holdfast.server.audit;

import dev.holdfast.json.JsonAnswer;
import dev.holdfast.store.Log;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
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
 * An audit log that is written by a thread of its own, several lines at a time. Lines wait in memory of bounded size; those for
 * which there is no room are counted, and the log records how many. While it cannot be written, it tries again every second.
 * Thread-safe; nothing but closing blocks.
 */
final class AuditLog implements AutoCloseable {
    static final String LOGGER = "dev.holdfast.server.audit";
    private static final long MAX_BYTES = 16L << 20;
    private static final long BATCH_BYTES = 1L << 20;
    private static final long RETRY_MILLIS = 1_000;
    private static final long FLUSH_MILLIS = 1_000;

    private final AuditOptions options;
    private final LogFile file;
    private final InstantSource clock;
    private final long maxNanos;
    private final Object monitor = new Object();
    /** Those that wait, in the order in which they are written. */
    private final Deque<Entry> waiting = new ArrayDeque<>();

    private final Thread writer;
    private long bytes;
    private long missed;
    private long allMissed;
    private @Nullable Instant since;
    private volatile @Nullable String trouble;
    /** Those that are being written; null if nothing is being done. */
    private @Nullable List<Entry> current;

    private long currentSince;
    private long flushed = System.nanoTime();
    private boolean closing;
    private volatile String closingMessage = "";

    /** A line that waits. Its future says whether it was written in time. */
    private record Entry(
            String content, long nanos, @Nullable CompletableFuture<Boolean> written) {
        void end(boolean inTime) {
            if (written != null) {
                written.complete(inTime);
            }
        }
    }

    /**
     * Takes over that file and records the start.
     *
     * @param maxTime how long a line may take before it counts as not written
     */
    AuditLog(AuditOptions options, LogFile file, InstantSource clock, Duration maxTime) {
        this.options = options;
        this.file = file;
        this.clock = clock;
        this.maxNanos = maxTime.toNanos();
        this.writer = new Thread(this::run, "holdfast-audit-log");
        writer.setDaemon(true);
        record(new JsonAnswer()
                .with("time", clock.instant().toString())
                .with("what", "start")
                .line());
        writer.start();
    }

    /** Returns whether lines are written, as far as is known. */
    boolean writable() {
        return trouble == null;
    }

    /** Returns how many lines were left out since the start. */
    long missed() {
        synchronized (monitor) {
            return allMissed;
        }
    }

    /** Has a line written, a JSON object, and does not wait for it. */
    void record(String content) {
        add(new Entry(content, System.nanoTime(), null));
    }

    /** Has a line written. The future says whether it was in time; it is completed by threads that must not block. */
    CompletableFuture<Boolean> recordInTime(String content) {
        CompletableFuture<Boolean> written = new CompletableFuture<>();
        boolean added = add(new Entry(content, System.nanoTime(), written));
        if (!added || !writable()) {
            written.complete(false);
        }
        return written;
    }

    private boolean add(Entry entry) {
        synchronized (monitor) {
            int size = entry.content.length();
            if (bytes + size > MAX_BYTES || closing) {
                missed++;
                allMissed++;
                since = since == null ? clock.instant() : since;
                return false;
            }
            bytes += size;
            waiting.add(entry);
            if (waiting.size() == 1) {
                monitor.notifyAll();
            }
            return true;
        }
    }

    private void run() {
        try {
            while (writeNext()) {
                // the next
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether there is more to do. Nothing ends this thread but closing. */
    private boolean writeNext() throws InterruptedException {
        List<Entry> batch = next();
        if (batch == null) {
            return false;
        }
        boolean sound = batch.isEmpty()
                || attempt(
                        batch,
                        () -> file.append(batch.stream().map(Entry::content).toList()));
        if (sound && (batch.isEmpty() || isFlushDue())) {
            attempt(List.of(), file::flush);
            flushed = System.nanoTime();
        }
        return true;
    }

    private boolean isFlushDue() {
        return System.nanoTime() - flushed > Duration.ofMillis(FLUSH_MILLIS).toNanos();
    }

    /** Something that is done with the file. */
    private interface FileOperation {
        void run() throws IOException;
    }

    /** Returns whether it worked. */
    private boolean attempt(List<Entry> batch, FileOperation work) throws InterruptedException {
        synchronized (monitor) {
            current = batch;
            currentSince = System.nanoTime();
        }
        String why = null;
        try {
            work.run();
        } catch (IOException e) {
            why = sentence(e);
        } catch (RuntimeException | Error e) {
            Log.broke("The audit log failed.", e);
            why = e.toString();
        }
        if (why == null) {
            succeeded(batch);
        } else {
            failed(batch, why);
        }
        return why == null;
    }

    /** Returns what is wrong, of exceptions that by themselves only name a file. */
    static String sentence(IOException e) {
        if (e instanceof NoSuchFileException missing) {
            return missing.getFile() + " is not there";
        } else if (e instanceof AccessDeniedException denied) {
            return "access to " + denied.getFile() + " is denied";
        } else if (e instanceof FileAlreadyExistsException taken) {
            return taken.getFile() + " is there already";
        }
        return String.valueOf(e.getMessage());
    }

    /** Returns the next lines; none if it is time to flush; null at the end. */
    private @Nullable List<Entry> next() throws InterruptedException {
        synchronized (monitor) {
            long end = System.nanoTime() + Duration.ofMillis(FLUSH_MILLIS).toNanos();
            while (waiting.isEmpty() && !closing) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return List.of();
                }
                monitor.wait(left);
            }
            if (waiting.isEmpty()) {
                return null;
            }
            List<Entry> batch = new ArrayList<>();
            for (long size = 0; size < BATCH_BYTES && !waiting.isEmpty(); ) {
                Entry entry = waiting.remove();
                size += entry.content.length();
                batch.add(entry);
            }
            return batch;
        }
    }

    private void succeeded(List<Entry> batch) {
        String recovered = null;
        synchronized (monitor) {
            current = null;
            for (Entry entry : batch) {
                bytes -= entry.content.length();
            }
            boolean wasAway = trouble != null;
            if (wasAway || missed > 0) {
                Instant from = since == null ? clock.instant() : since;
                String gap = new JsonAnswer()
                        .with("time", clock.instant().toString())
                        .with("what", "gap")
                        .with("since", from.toString())
                        .with("missed", missed)
                        .with("why", wasAway ? trouble : "there were more lines than could be written")
                        .line();
                recovered = "The audit log " + options.file() + " is written again. Lines left out: " + missed + ".";
                missed = 0;
                since = null;
                trouble = null;
                bytes += gap.length();
                waiting.add(new Entry(gap, System.nanoTime(), null));
            }
        }
        if (recovered != null) {
            Log.info(LOGGER, recovered);
        }
        batch.forEach(entry -> entry.end(true));
    }

    private void failed(List<Entry> batch, String why) throws InterruptedException {
        synchronized (monitor) {
            current = null;
            for (int i = batch.size() - 1; i >= 0; i--) {
                waiting.addFirst(batch.get(i));
            }
        }
        isAway(why);
        synchronized (monitor) {
            long end = System.nanoTime() + Duration.ofMillis(RETRY_MILLIS).toNanos();
            for (long left = RETRY_MILLIS; left > 0 && !closing; left = (end - System.nanoTime()) / 1_000_000) {
                monitor.wait(left);
            }
            if (closing) { // there is no more time to try
                Log.warning(LOGGER, "Lines that the audit log " + options.file() + " lost: " + waiting.size());
                waiting.clear();
            }
        }
    }

    /** Says that nothing is written now. Whoever waits for a line is told. */
    private void isAway(String why) {
        List<Entry> all;
        boolean news;
        synchronized (monitor) {
            news = trouble == null;
            trouble = why;
            since = since == null ? clock.instant() : since;
            all = new ArrayList<>(current == null ? List.of() : current);
            all.addAll(waiting);
        }
        if (news) {
            Log.warning(
                    LOGGER,
                    "The audit log " + options.file() + " cannot be written: " + why + ". "
                            + (options.refuse()
                                    ? "No lock is granted until it can be; heartbeats and releases go on."
                                    : "Locks are granted all the same."));
        }
        all.forEach(entry -> entry.end(false));
    }

    /** Looks whether lines take too long, as on a disk that hangs. To be called several times a second. */
    void look() {
        List<Entry> late = new ArrayList<>();
        boolean hangs;
        synchronized (monitor) {
            long now = System.nanoTime();
            hangs = current != null && now - currentSince > maxNanos;
            for (Entry entry : waiting) {
                if (now - entry.nanos <= maxNanos) {
                    break;
                }
                late.add(entry);
            }
        }
        if (hangs && writable()) {
            isAway("the disk has not answered for " + Duration.ofNanos(maxNanos).toSeconds() + " s");
        }
        late.forEach(entry -> entry.end(false));
    }

    /** Returns how the log ends, once it is closed; empty if it could not be. */
    String closingMessage() {
        return closingMessage;
    }

    /** Writes what waits, records the stop and closes the file, as far as that is possible within a few seconds. */
    @Override
    public void close() {
        record(new JsonAnswer()
                .with("time", clock.instant().toString())
                .with("what", "stop")
                .line());
        synchronized (monitor) {
            closing = true;
            monitor.notifyAll();
        }
        try {
            writer.join(Duration.ofNanos(2 * maxNanos).plusSeconds(1).toMillis());
            if (writer.isAlive()) {
                Log.warning(
                        LOGGER, "The audit log " + options.file() + " could not be closed: the disk does not answer.");
                return;
            }
            file.flush();
            closingMessage = "The audit log " + options.file() + " ends with the hash " + file.last() + ".";
            file.close();
        } catch (IOException e) {
            Log.warning(LOGGER, "The audit log " + options.file() + " could not be closed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

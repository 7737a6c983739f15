package dev.holdfast.server.audit;

import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.audit.PendingLines.Gap;
import dev.holdfast.server.audit.PendingLines.Line;
import dev.holdfast.server.options.AuditOptions;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An audit log with a thread that writes it, several lines at a time. Lines wait in memory of bounded size. If there is no room
 * for a line, it is left out, and the log records how many are missing. After a failed write, it tries again every second.
 * Thread-safe; only closing blocks.
 */
final class AuditLog implements AutoCloseable {
    static final String LOGGER = "dev.holdfast.server.audit";
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration FLUSH = Duration.ofSeconds(1);

    private final AuditOptions options;
    private final LogFile file;
    private final InstantSource clock;
    private final long maxNanos;
    /** Its monitor also guards the fields about the write under way. */
    private final PendingLines pending;

    private final Thread writer;
    /** Why nothing can be written; null if lines are written. */
    private volatile @Nullable String trouble;
    /** The lines that are being written; null if nothing is being done. */
    private @Nullable List<Line> current;

    private long currentSince;
    private long flushed = System.nanoTime();
    private volatile String closingMessage = "";

    /**
     * Takes over a file and records the start.
     *
     * @param maxTime how long a line may take before it counts as not written
     */
    AuditLog(AuditOptions options, LogFile file, InstantSource clock, Duration maxTime) {
        this.options = options;
        this.file = file;
        this.clock = clock;
        this.maxNanos = maxTime.toNanos();
        this.pending = new PendingLines(clock);
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
        return pending.allMissed();
    }

    /** Records a line, a JSON object. Does not wait until it is written. */
    void record(String content) {
        pending.add(new Line(content, System.nanoTime(), null));
    }

    /** Records a line. The future says whether it was written in time. Threads that must not block complete it. */
    CompletableFuture<Boolean> recordInTime(String content) {
        CompletableFuture<Boolean> written = new CompletableFuture<>();
        boolean added = pending.add(new Line(content, System.nanoTime(), written));
        if (!added || !writable()) {
            written.complete(false);
        }
        return written;
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
        List<Line> batch = pending.next(FLUSH);
        if (batch == null) {
            return false;
        }
        boolean sound = batch.isEmpty()
                || attempt(
                        batch,
                        () -> file.append(batch.stream().map(Line::content).toList()));
        if (sound && (batch.isEmpty() || isFlushDue())) {
            attempt(List.of(), file::flush);
            flushed = System.nanoTime();
        }
        return true;
    }

    private boolean isFlushDue() {
        return System.nanoTime() - flushed > FLUSH.toNanos();
    }

    /** An operation on the file. */
    private interface FileOperation {
        void run() throws IOException;
    }

    /** Returns whether it succeeded. */
    private boolean attempt(List<Line> batch, FileOperation operation) throws InterruptedException {
        synchronized (pending) {
            current = batch;
            currentSince = System.nanoTime();
        }
        String why = null;
        try {
            operation.run();
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

    /** Returns what is wrong, also for exceptions whose message only names a file. */
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

    private void succeeded(List<Line> batch) {
        String recovered = null;
        synchronized (pending) {
            current = null;
            pending.written(batch);
            if (trouble != null || pending.hasMissed()) {
                Gap gap = pending.endGap();
                pending.addLast(new Line(gapLine(gap), System.nanoTime(), null));
                recovered =
                        "The audit log " + options.file() + " is written again. Lines left out: " + gap.missed() + ".";
                trouble = null;
            }
        }
        if (recovered != null) {
            Log.info(LOGGER, recovered);
        }
        batch.forEach(line -> line.end(true));
    }

    private String gapLine(Gap gap) {
        return new JsonAnswer()
                .with("time", clock.instant().toString())
                .with("what", "gap")
                .with("since", gap.since().toString())
                .with("missed", gap.missed())
                .with("why", trouble != null ? trouble : "there were more lines than could be written")
                .line();
    }

    private void failed(List<Line> batch, String why) throws InterruptedException {
        synchronized (pending) {
            current = null;
            pending.putBack(batch);
        }
        reportTrouble(why);
        int dropped = pending.awaitRetry(RETRY);
        if (dropped > 0) { // there is no more time to try
            Log.warning(LOGGER, "Lines that the audit log " + options.file() + " lost: " + dropped);
        }
    }

    /** Notes that nothing can be written now, and notifies the callers that wait for a line. */
    private void reportTrouble(String why) {
        List<Line> all;
        boolean news;
        synchronized (pending) {
            news = trouble == null;
            trouble = why;
            pending.beginGap();
            all = new ArrayList<>(current == null ? List.of() : current);
            all.addAll(pending.all());
        }
        if (news) {
            Log.warning(
                    LOGGER,
                    "The audit log " + options.file() + " cannot be written: " + why + ". "
                            + (options.refuse()
                                    ? "No lock is granted until it can be written; heartbeats and releases go on."
                                    : "Locks are still granted."));
        }
        all.forEach(line -> line.end(false));
    }

    /** Detects lines that take too long, as on a disk that hangs. To be called several times a second. */
    void look() {
        boolean hangs;
        synchronized (pending) {
            hangs = current != null && System.nanoTime() - currentSince > maxNanos;
        }
        if (hangs && writable()) {
            reportTrouble("the disk has not answered for "
                    + Duration.ofNanos(maxNanos).toSeconds() + " s");
        }
        pending.olderThan(maxNanos).forEach(line -> line.end(false));
    }

    /** Returns how the log ends, once it is closed; empty if it could not be closed. */
    String closingMessage() {
        return closingMessage;
    }

    /** Writes the pending lines, records the stop and closes the file, as far as that is possible within a few seconds. */
    @Override
    public void close() {
        record(new JsonAnswer()
                .with("time", clock.instant().toString())
                .with("what", "stop")
                .line());
        pending.close();
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

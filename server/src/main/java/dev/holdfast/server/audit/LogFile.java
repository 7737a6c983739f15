package dev.holdfast.server.audit;

import dev.holdfast.internal.auditlog.AuditFiles;
import dev.holdfast.internal.auditlog.AuditHash;
import dev.holdfast.internal.auditlog.AuditLine;
import dev.holdfast.internal.base.FileRights;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.options.AuditOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The files of an audit log: chains its lines, and begins a new file when the current one is large or old. A failed write does
 * not advance the chain, so the next write takes its place. Used by one thread; blocks.
 */
final class LogFile implements AutoCloseable {
    private static final Duration DAY = Duration.ofDays(1);

    private final AuditOptions options;
    private final AuditFiles files;
    private final AuditHash hash;
    private final LogRetention retention;
    private final InstantSource clock;
    private final StepObserver observer;
    private final LogLock lock;
    private @Nullable LogChannel channel;
    private long number;
    private long oldest = 1;
    private long begun;
    private long sequence;
    private String last = AuditHash.NONE;

    /** Observes each step before it is done. A test can let one fail or hang. */
    interface StepObserver {
        void before(String step) throws IOException;
    }

    /** Opens the log, or begins it. Fails if another program writes it, or if its end is damaged. */
    LogFile(AuditOptions options, InstantSource clock, StepObserver observer) throws IOException {
        this.options = options;
        this.files = new AuditFiles(options.file());
        this.hash = new AuditHash(options.key());
        this.retention = new LogRetention(options, files);
        this.clock = clock;
        this.observer = observer;
        Files.createDirectories(files.folder(), FileRights.ofFolder());
        this.lock = LogLock.acquire(files);
        boolean sound = false;
        try {
            open();
            sound = true;
        } finally {
            if (!sound) {
                close();
            }
        }
    }

    private void open() throws IOException {
        AuditFiles.requireFile(files.current());
        TreeSet<Long> older = files.numbers();
        if (files.hasCurrent() && Files.size(files.current()) > 0) {
            LogChannel opened = LogChannel.open(files.current(), options.sync(), observer);
            channel = opened;
            resume(opened.tail(hash));
        } else if (older.isEmpty()) {
            begin("");
        } else {
            follow(LogTail.of(files.numbered(older.last()), hash));
            begin("missing");
        }
    }

    private void follow(LogTail tail) {
        number = tail.first().number("file");
        oldest = Math.max(1, tail.first().number("oldest"));
        sequence = tail.last().number();
        last = tail.last().hash();
    }

    private void resume(LogTail tail) throws IOException {
        follow(tail);
        begun = Instant.parse(tail.first().text("time")).getEpochSecond();
        if (tail.tornBytes() > 0) {
            append(List.of(new JsonAnswer()
                    .with("time", now())
                    .with("what", "torn")
                    .with("bytes", tail.tornBytes())
                    .with("text", tail.torn())
                    .line()));
        }
    }

    private String now() {
        return clock.instant().toString();
    }

    /** Begins the next file. Replaces an empty one that an earlier attempt left. */
    private void begin(String why) throws IOException {
        observer.before("create");
        long next = number + 1;
        Instant time = clock.instant();
        long kept = retention.oldestKept(oldest, next, time);
        JsonAnswer header = new JsonAnswer()
                .with("time", time.toString())
                .with("what", "file")
                .with("format", 1)
                .with("file", next)
                .with("oldest", kept)
                .with("keyed", hash.keyed())
                .with("previous", last);
        AuditLine.Written line =
                AuditLine.write(hash, last, sequence + 1, (why.isEmpty() ? header : header.with("why", why)).line());
        if (files.hasCurrent() && isEmptyFile()) {
            Files.delete(files.current());
        }
        LogChannel created = LogChannel.create(files.current(), line.bytes(), options.sync(), observer);
        close(channel);
        channel = created;
        number = next;
        oldest = kept;
        begun = time.getEpochSecond();
        sequence++;
        last = line.hash();
        retention.deleteBefore(kept);
    }

    private boolean isEmptyFile() throws IOException {
        BasicFileAttributes there = LogChannel.attributes(files.current());
        return there.isRegularFile() && there.size() == 0;
    }

    /** Writes these lines, all or none, each a JSON object. Begins a new file first if the current one is large or old enough. */
    void append(List<String> contents) throws IOException {
        if (channel == null) {
            begin(Files.exists(files.numbered(number), LinkOption.NOFOLLOW_LINKS) ? "" : "missing");
        }
        requirePresent();
        boolean old = options.keepDays() > 0 && clock.instant().getEpochSecond() - begun >= DAY.toSeconds();
        if (current().length() >= options.maxBytes() || old) {
            rotate();
        }
        write(contents);
    }

    /** Makes sure that the file is still under its name, and that it ends with the last line that was written. */
    private void requirePresent() throws IOException {
        BasicFileAttributes there;
        try {
            there = LogChannel.attributes(files.current());
        } catch (NoSuchFileException e) {
            begin("missing");
            return;
        }
        if (!there.isRegularFile()) {
            throw new IOException(files.current() + " is a link, a folder or a device, not a file");
        }
        if (!current().isSame(there)) {
            if (there.size() == 0) { // as left by programs that move logs away
                begin("missing");
                return;
            }
            throw new IOException("another program has put another file in the place of " + files.current());
        }
        long expected = current().length();
        if (!current().cutOffFailed() && there.size() != expected) {
            current().truncate(Math.min(there.size(), expected));
            write(List.of(new JsonAnswer()
                    .with("time", now())
                    .with("what", "altered")
                    .with("expected", expected)
                    .with("found", there.size())
                    .line()));
        }
    }

    private LogChannel current() throws IOException {
        LogChannel open = channel;
        if (open == null) {
            throw new IOException("it is not open");
        }
        return open;
    }

    private void write(List<String> contents) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String hashed = last;
        long count = sequence;
        for (String content : contents) {
            AuditLine.Written line = AuditLine.write(hash, hashed, count + 1, content);
            bytes.writeBytes(line.bytes());
            hashed = line.hash();
            count++;
        }
        current().write(bytes.toByteArray());
        last = hashed;
        sequence = count;
    }

    private void rotate() throws IOException {
        write(List.of(new JsonAnswer()
                .with("time", now())
                .with("what", "rotate")
                .with("next", number + 1)
                .line()));
        flush();
        observer.before("move");
        Path to = files.numbered(number);
        if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(to + " is there already: move it away");
        }
        Files.move(files.current(), to, StandardCopyOption.ATOMIC_MOVE);
        Log.info(AuditLog.LOGGER, "The file " + to + " of the audit log ends with the hash " + last + ".");
        close(channel);
        channel = null;
        begin("");
    }

    /** Flushes to the disk what was written. */
    void flush() throws IOException {
        if (channel != null) {
            channel.flush();
        }
    }

    /** Returns the hash of the last line. */
    String last() {
        return last;
    }

    private static void close(@Nullable LogChannel channel) throws IOException {
        if (channel != null) {
            channel.close();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            close(channel);
        } finally {
            lock.close();
        }
    }
}

package dev.holdfast.server.audit;

import dev.holdfast.auditlog.AuditFiles;
import dev.holdfast.auditlog.AuditHash;
import dev.holdfast.auditlog.AuditLine;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.store.FileRights;
import dev.holdfast.store.Log;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The files of an audit log that is written. A failed write leaves the chain where it was: the next one takes its place. Used by
 * one thread; blocks.
 */
final class LogFile implements AutoCloseable {
    private static final Set<OpenOption> EXISTING =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> NEW = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> LOCK =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final Duration DAY = Duration.ofDays(1);

    private final AuditOptions options;
    private final AuditFiles files;
    private final AuditHash hash;
    private final InstantSource clock;
    private final Probe probe;
    private final FileChannel lock;

    private @Nullable FileChannel channel;
    private @Nullable Object key;
    private long number;
    private long oldest = 1;
    private long begun;
    private long length;
    private long sequence;
    private String last = AuditHash.NONE;
    private boolean failed;
    private boolean unflushed;

    /** An observer of the steps, by which a test can make one fail or hang. */
    interface Probe {
        void before(String step) throws IOException;
    }

    /** Opens the log, or begins it. Fails if another program writes it, or if its end is damaged. */
    LogFile(AuditOptions options, InstantSource clock, Probe probe) throws IOException {
        this.options = options;
        this.files = new AuditFiles(options.file());
        this.hash = new AuditHash(options.key());
        this.clock = clock;
        this.probe = probe;
        Files.createDirectories(files.folder(), FileRights.ofFolder());
        this.lock = lock();
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

    private FileChannel lock() throws IOException {
        AuditFiles.requireFile(files.lock());
        FileChannel opened = FileChannel.open(files.lock(), LOCK, FileRights.ofFile());
        boolean locked = false;
        try {
            locked = opened.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // a server of this process has it
        } finally {
            if (!locked) {
                opened.close();
            }
        }
        if (!locked) {
            throw new IOException("another server writes it. Give each server a file of its own, with --audit-log");
        }
        return opened;
    }

    private void open() throws IOException {
        AuditFiles.requireFile(files.current());
        TreeSet<Long> older = files.numbers();
        if (files.hasCurrent() && Files.size(files.current()) > 0) {
            FileChannel opened = FileChannel.open(files.current(), EXISTING);
            channel = opened;
            key = attributes().fileKey();
            goOn(LogTail.of(files.current(), opened, hash));
        } else if (older.isEmpty()) {
            begin("");
        } else {
            LogTail tail = LogTail.of(files.numbered(older.last()), hash);
            follow(tail);
            begin("missing");
        }
    }

    private void follow(LogTail tail) {
        number = tail.first().number("file");
        oldest = Math.max(1, tail.first().number("oldest"));
        sequence = tail.last().number();
        last = tail.last().hash();
    }

    private void goOn(LogTail tail) throws IOException {
        follow(tail);
        begun = Instant.parse(tail.first().text("time")).getEpochSecond();
        length = tail.length();
        if (tail.tornBytes() > 0) {
            failed = true; // what is behind the last line is cut off by the next write
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

    private BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(files.current(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /** Begins the next file. What an earlier try left there is written again. */
    private void begin(String why) throws IOException {
        probe.before("create");
        long next = number + 1;
        long kept = oldest(next);
        Instant time = clock.instant();
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
        if (files.hasCurrent() && attributes().isRegularFile() && attributes().size() == 0) {
            Files.delete(files.current());
        }
        FileChannel created = FileChannel.open(files.current(), NEW, FileRights.ofFile());
        boolean written = false;
        try {
            writeAll(created, 0, line.bytes());
            written = true;
        } finally {
            if (!written) {
                created.close();
                Files.deleteIfExists(files.current());
            }
        }
        release(channel);
        channel = created;
        key = attributes().fileKey();
        number = next;
        oldest = kept;
        begun = time.getEpochSecond();
        length = line.bytes().length;
        sequence++;
        last = line.hash();
        failed = false;
        unflushed = true;
        for (long old : files.numbers().headSet(kept)) {
            Files.deleteIfExists(files.numbered(old));
        }
    }

    /** Returns the oldest file that is kept when that one is begun. One that another program deleted counts as kept. */
    private long oldest(long next) throws IOException {
        long kept = Math.max(oldest, next - options.keep());
        if (options.keepDays() > 0) {
            Instant limit = clock.instant().minus(Duration.ofDays(options.keepDays()));
            while (Files.exists(files.numbered(kept), LinkOption.NOFOLLOW_LINKS)
                    && lastWritten(kept).isBefore(limit)) {
                kept++;
            }
        }
        return kept;
    }

    private Instant lastWritten(long old) throws IOException {
        return Files.getLastModifiedTime(files.numbered(old), LinkOption.NOFOLLOW_LINKS)
                .toInstant();
    }

    /** Writes these lines, all or none, each a JSON object. Begins a new file before if the old one is large or old enough. */
    void append(List<String> contents) throws IOException {
        if (channel == null) {
            begin(Files.exists(files.numbered(number), LinkOption.NOFOLLOW_LINKS) ? "" : "missing");
        }
        requirePresent();
        boolean old = options.keepDays() > 0 && clock.instant().getEpochSecond() - begun >= DAY.toSeconds();
        if (length >= options.maxBytes() || old) {
            rotate();
        }
        write(contents);
    }

    /** Sees to it that what is written is found under the name of the log, and stands behind what was written before. */
    private void requirePresent() throws IOException {
        BasicFileAttributes there;
        try {
            there = attributes();
        } catch (NoSuchFileException e) {
            begin("missing");
            return;
        }
        if (!there.isRegularFile()) {
            throw new IOException(files.current() + " is a link, a folder or a device, not a file");
        }
        if (!Objects.equals(there.fileKey(), key)) {
            if (there.size() == 0) { // as programs leave it that move logs away
                begin("missing");
                return;
            }
            throw new IOException("another program has put another file in the place of " + files.current());
        }
        if (failed) {
            probe.before("truncate");
            open(channel).truncate(length);
            failed = false;
        } else if (there.size() != length) {
            long found = there.size();
            long expected = length;
            length = Math.min(found, expected);
            open(channel).truncate(length);
            write(List.of(new JsonAnswer()
                    .with("time", now())
                    .with("what", "altered")
                    .with("expected", expected)
                    .with("found", found)
                    .line()));
        }
    }

    private static FileChannel open(@Nullable FileChannel channel) throws IOException {
        if (channel == null) {
            throw new IOException("it is not open");
        }
        return channel;
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
        failed = true;
        try {
            writeAll(open(channel), length, bytes.toByteArray());
            if (options.sync()) {
                open(channel).force(false);
            }
        } catch (IOException e) {
            cutOff();
            throw e;
        }
        failed = false;
        unflushed = !options.sync();
        length += bytes.size();
        last = hashed;
        sequence = count;
    }

    /** Takes away what a failed write left, if that can be done now; else the next write does. */
    private void cutOff() {
        try {
            open(channel).truncate(length);
            failed = false;
        } catch (IOException e) {
            // the next write tries it again
        }
    }

    private void writeAll(FileChannel to, long at, byte[] bytes) throws IOException {
        probe.before("write");
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            to.write(buffer, at + buffer.position());
        }
    }

    private void rotate() throws IOException {
        write(List.of(new JsonAnswer()
                .with("time", now())
                .with("what", "rotate")
                .with("next", number + 1)
                .line()));
        flush();
        probe.before("move");
        Path to = files.numbered(number);
        if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(to + " is there already: move it away");
        }
        Files.move(files.current(), to, StandardCopyOption.ATOMIC_MOVE);
        Log.info(AuditLog.LOGGER, "The file " + to + " of the audit log ends with the hash " + last + ".");
        release(channel);
        channel = null;
        begin("");
    }

    /** Flushes what was written to the disk. */
    void flush() throws IOException {
        if (unflushed && channel != null) {
            probe.before("flush");
            channel.force(false);
            unflushed = false;
        }
    }

    /** Returns the hash of the last line. */
    String last() {
        return last;
    }

    private static void release(@Nullable FileChannel channel) throws IOException {
        if (channel != null) {
            channel.close();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            release(channel);
        } finally {
            lock.close();
        }
    }
}

package dev.holdfast.server.audit;

import dev.holdfast.internal.auditlog.AuditHash;
import dev.holdfast.internal.base.FileRights;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The open file of an audit log. What a failed write leaves behind is cut off, at the latest before the next write. */
final class LogChannel implements AutoCloseable {
    private static final Set<OpenOption> EXISTING =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> NEW = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);

    private final Path path;
    private final FileChannel channel;
    private final boolean sync;
    private final LogFile.StepObserver observer;
    private @Nullable Object key;
    private long length;
    private boolean failed;
    private boolean unflushed;

    private LogChannel(Path path, FileChannel channel, boolean sync, LogFile.StepObserver observer) {
        this.path = path;
        this.channel = channel;
        this.sync = sync;
        this.observer = observer;
    }

    /** Opens a file that exists. */
    static LogChannel open(Path path, boolean sync, LogFile.StepObserver observer) throws IOException {
        LogChannel opened = new LogChannel(path, FileChannel.open(path, EXISTING), sync, observer);
        opened.key = attributes(path).fileKey();
        return opened;
    }

    /** Creates a file with its first line. Leaves no file if that fails. */
    static LogChannel create(Path path, byte[] line, boolean sync, LogFile.StepObserver observer) throws IOException {
        LogChannel created = new LogChannel(path, FileChannel.open(path, NEW, FileRights.ofFile()), sync, observer);
        boolean written = false;
        try {
            created.writeAll(line);
            created.key = attributes(path).fileKey();
            written = true;
        } finally {
            if (!written) {
                created.close();
                Files.deleteIfExists(path);
            }
        }
        created.length = line.length;
        created.unflushed = true;
        return created;
    }

    static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /** Reads the end of the file, after which the next line is written. */
    LogTail tail(AuditHash hash) throws IOException {
        LogTail tail = LogTail.of(path, channel, hash);
        length = tail.length();
        failed = tail.tornBytes() > 0;
        return tail;
    }

    long length() {
        return length;
    }

    /** Returns whether these are the attributes of this file, not of another one in its place. */
    boolean isSame(BasicFileAttributes there) {
        return Objects.equals(there.fileKey(), key);
    }

    /** Cuts off what a failed write left behind. Returns whether there was a failed write. */
    boolean cutOffFailed() throws IOException {
        if (!failed) {
            return false;
        }
        observer.before("truncate");
        channel.truncate(length);
        failed = false;
        return true;
    }

    /** Continues at that length: another program changed the file. */
    void truncate(long newLength) throws IOException {
        length = newLength;
        channel.truncate(length);
    }

    /** Writes these bytes, all or none. */
    void write(byte[] bytes) throws IOException {
        failed = true;
        try {
            writeAll(bytes);
            if (sync) {
                channel.force(false);
            }
        } catch (IOException e) {
            tryCutOff();
            throw e;
        }
        failed = false;
        unflushed = !sync;
        length += bytes.length;
    }

    private void tryCutOff() {
        try {
            channel.truncate(length);
            failed = false;
        } catch (IOException e) {
            // the next write tries it again
        }
    }

    private void writeAll(byte[] bytes) throws IOException {
        observer.before("write");
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer, length + buffer.position());
        }
    }

    /** Flushes to the disk what was written. */
    void flush() throws IOException {
        if (unflushed) {
            observer.before("flush");
            channel.force(false);
            unflushed = false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

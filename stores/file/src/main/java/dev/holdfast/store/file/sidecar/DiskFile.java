package dev.holdfast.store.file.sidecar;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file that is open for reading and writing, and that is changed in the steps of a {@link Disk}. Not thread-safe. */
final class DiskFile implements Closeable {
    private final Disk.Probe probe;
    private final Path path;
    private final RandomAccessFile file;

    DiskFile(Disk disk, Path path) throws IOException {
        this.probe = disk.probe();
        this.path = path;
        boolean isNew = !path.toFile().exists();
        this.file = new RandomAccessFile(path.toFile(), "rw");
        if (isNew) {
            probe.created(path);
        }
    }

    long length() throws IOException {
        return file.length();
    }

    /** Reads from the beginning as much as is there and fits; returns how much that was. */
    int read(byte[] buffer) throws IOException {
        file.seek(0);
        return file.read(buffer);
    }

    void readFully(long position, byte[] buffer) throws IOException {
        file.seek(position);
        file.readFully(buffer);
    }

    void write(long position, byte[] content) throws IOException {
        put("write", position, content);
    }

    /** Writes where the file has its space already, so that a full disk does not matter. */
    void overwrite(long position, byte[] content) throws IOException {
        put("overwrite", position, content);
    }

    private void put(String step, long position, byte[] content) throws IOException {
        probe.before(step);
        file.seek(position);
        file.write(content);
        probe.wrote(path, position, content);
    }

    void truncate(long length) throws IOException {
        probe.before("truncate");
        file.setLength(length);
        probe.truncated(path, length);
    }

    /** Flushes the content. */
    void force() throws IOException {
        probe.before("force");
        if (probe.flushes()) {
            file.getFD().sync();
        }
        probe.flushed(path);
    }

    /** Returns the lock on the whole file, or null if another process has it. */
    @Nullable
    FileLock tryLock() throws IOException {
        return file.getChannel().tryLock();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

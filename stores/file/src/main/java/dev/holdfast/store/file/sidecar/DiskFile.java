package dev.holdfast.store.file.sidecar;

import dev.holdfast.internal.base.FileRights;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileLock;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A file that is open, and that is changed in the steps of a {@link Disk}. Not thread-safe.
 *
 * <p>Neither an interruptible channel, which an interrupt would close together with the guard of the whole process, nor a stream,
 * which cannot refuse to follow a link.
 */
final class DiskFile implements Closeable {
    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> READ_AND_WRITE =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> CREATE = Set.of(
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE_NEW,
            LinkOption.NOFOLLOW_LINKS);
    /** The system copies as much at a time, and keeps a buffer of that size for each thread. */
    private static final int CHUNK = 1 << 16;
    /** Far more than all records take, and little enough for an array. */
    private static final long MAX_READ = 1 << 29;

    private final Disk.Probe probe;
    private final Path path;
    private final AsynchronousFileChannel file;

    private DiskFile(Disk disk, Path path, Set<OpenOption> options, FileAttribute<?>... rights) throws IOException {
        this.probe = disk.probe();
        this.path = path;
        this.file = AsynchronousFileChannel.open(path, options, SameThread.EXECUTOR, rights);
    }

    /** Makes a file, if the name is free. Without rights it gets those that all new files of the user get. */
    static DiskFile create(Disk disk, Path path, FileAttribute<?>... rights) throws IOException {
        DiskFile made = new DiskFile(disk, path, CREATE, rights);
        made.probe.created(path);
        return made;
    }

    /**
     * Opens a file of the store's own, to write in place: it has no second name, through which it would be another program's file
     * too, and it belongs to a user who may write in its folder.
     */
    static DiskFile open(Disk disk, Path path) throws IOException {
        Inode before = requireFile(path);
        requireOwn(path, before);
        DiskFile open = new DiskFile(disk, path, READ_AND_WRITE);
        try {
            Inode after = requireFile(path);
            if (!Objects.equals(before.key(), after.key())) {
                throw new IOException(path + " was replaced while it was opened");
            }
            requireOwn(path, after);
            return open;
        } catch (IOException e) {
            open.close();
            throw e;
        }
    }

    /** Opens a file of any program for reading. */
    static DiskFile reading(Path path) throws IOException {
        requireFile(path);
        return new DiskFile(Disk.REAL, path, READ);
    }

    private static Inode requireFile(Path path) throws IOException {
        Inode inode = Inode.of(path);
        if (inode == null) {
            throw new NoSuchFileException(path.toString());
        }
        if (!inode.isFile()) {
            throw new IOException(path + " is " + inode.kind() + ", not a file");
        }
        return inode;
    }

    private static void requireOwn(Path path, Inode inode) throws IOException {
        if (inode.names() > 1) {
            throw new IOException(path + " has a second name (a hard link), under which it may be another file");
        }
        if (!User.isTrusted(inode.owner())
                && !isOfTheFolder(path.toAbsolutePath().getParent(), inode)) {
            throw new IOException(path + " belongs to another user (number " + inode.owner() + ")");
        }
    }

    /** Returns whether the file belongs to the owner of its folder, or to the group that the folder is shared with. */
    private static boolean isOfTheFolder(@Nullable Path parent, Inode inode) throws IOException {
        Inode folder = parent == null ? null : Inode.of(parent);
        return parent != null
                && folder != null
                && (inode.owner() == folder.owner()
                        || (inode.group() == folder.group() && FileRights.isShared(parent)));
    }

    long length() throws IOException {
        return file.size();
    }

    /** Reads as much as is there and fits; returns how much that was. */
    int read(long position, byte[] buffer) throws IOException {
        int count = 0;
        while (count < buffer.length) {
            int chunk = Math.min(CHUNK, buffer.length - count);
            int read = done(file.read(ByteBuffer.wrap(buffer, count, chunk), position + count));
            if (read < 0) {
                break;
            }
            count += read;
        }
        return count;
    }

    /** Reads all between two positions. Fails if that is more than any file of these stores has. */
    byte[] bytes(long from, long to) throws IOException {
        if (to - from > MAX_READ) {
            throw new IOException(path + " has " + length()
                    + " bytes, more than a file of locks can have; if no program" + " uses these locks, move it away");
        }
        byte[] bytes = new byte[(int) Math.max(0, to - from)];
        if (read(from, bytes) < bytes.length) {
            throw new EOFException(path + " is shorter than it was");
        }
        return bytes;
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
        int count = 0;
        while (count < content.length) {
            int chunk = Math.min(CHUNK, content.length - count);
            count += done(file.write(ByteBuffer.wrap(content, count, chunk), position + count));
        }
        probe.wrote(path, position, content);
    }

    /** Returns what the call has done, in this thread; an interrupt is kept for later. */
    private static int done(Future<Integer> call) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return call.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void truncate(long length) throws IOException {
        probe.before("truncate");
        file.truncate(length);
        probe.truncated(path, length);
    }

    /** Flushes the content. */
    void force() throws IOException {
        probe.before("force");
        if (probe.flushes()) {
            file.force(true);
        }
        probe.flushed(path);
    }

    /** Returns the lock on the whole file, or null if another process has it. */
    @Nullable
    FileLock tryLock() throws IOException {
        return file.tryLock();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

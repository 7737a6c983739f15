package dev.holdfast.store.file.sidecar;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Every way in which these stores change the file system, one small step each. A probe is told before each step, so that a
 * test can fail or end the program at any of them. Never uses an interruptible channel: an interrupt would close it, and with
 * it the guard of the whole process.
 */
public final class Disk {
    /** The file system as it is. */
    public static final Disk REAL = new Disk(step -> {});

    private final Probe probe;

    public Disk(Probe probe) {
        this.probe = probe;
    }

    /** Told of each step before it is made; what it throws is thrown instead. */
    public interface Probe {
        void before(String step) throws IOException;
    }

    public void createDirectory(Path directory) throws IOException {
        probe.before("mkdir " + directory.getFileName());
        Files.createDirectory(directory);
    }

    /** Creates the name for an existing file, unless the name is taken. */
    public void link(Path name, Path existing) throws IOException {
        probe.before("link " + name.getFileName());
        Files.createLink(name, existing);
    }

    public void move(Path from, Path to) throws IOException {
        probe.before("move " + from.getFileName());
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    public void delete(Path path) throws IOException {
        probe.before("delete " + path.getFileName());
        Files.deleteIfExists(path);
    }

    /** Deletes what is of no use any more, if it can be. */
    public boolean drop(Path path) {
        try {
            probe.before("delete " + path.getFileName());
        } catch (IOException e) {
            return false;
        }
        return path.toFile().delete();
    }

    /** Writes a new file, if the name is free; if asked for, it is on the disk before this returns. */
    public void create(Path file, byte[] content, boolean force) throws IOException {
        probe.before("create " + file.getFileName());
        Files.createFile(file);
        fill(file, content, force);
    }

    /** Writes a file under a name that nobody else uses. */
    public void prepare(Path file, byte[] content, boolean force) throws IOException {
        probe.before("create " + file.getFileName());
        fill(file, content, force);
    }

    private void fill(Path file, byte[] content, boolean force) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            write(open, 0, content);
            if (force) {
                force(open);
            }
        }
    }

    void write(RandomAccessFile file, long position, byte[] content) throws IOException {
        probe.before("write");
        file.seek(position);
        file.write(content);
    }

    /** Writes where the file has its space already, so that a full disk does not matter. */
    void overwrite(RandomAccessFile file, long position, byte[] content) throws IOException {
        probe.before("overwrite");
        file.seek(position);
        file.write(content);
    }

    public void force(RandomAccessFile file) throws IOException {
        probe.before("force");
        file.getFD().sync();
    }

    void truncate(RandomAccessFile file, long length) throws IOException {
        probe.before("truncate");
        file.setLength(length);
    }
}

package dev.holdfast.store.file.sidecar;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Every way in which these stores change the file system, one small step each. A probe is told before each step, so that a
 * test can fail or end the program at any of them, and after it, so that a test can replay them. Never keeps an interruptible
 * channel open: an interrupt would close it, and with it the guard of the whole process.
 */
public final class Disk {
    /** The file system as it is. */
    public static final Disk REAL = new Disk(step -> {});

    private final Probe probe;

    public Disk(Probe probe) {
        this.probe = probe;
    }

    /** An observer of the steps. The methods in the past tense are called after a step that succeeded. */
    public interface Probe {
        /** Called before each step; an exception from here replaces the step. */
        void before(String step) throws IOException;

        /** Returns whether a flush is really made; a test that only replays steps needs none. */
        default boolean flushes() {
            return true;
        }

        default void madeDirectory(Path directory) {}

        /** The file was created, empty. */
        default void created(Path file) {}

        default void wrote(Path file, long position, byte[] content) {}

        default void truncated(Path file, long length) {}

        default void linked(Path name, Path existing) {}

        default void moved(Path from, Path to) {}

        default void deleted(Path path) {}

        /** The content of the file was flushed. */
        default void flushed(Path file) {}

        /** The names in the directory were flushed. */
        default void flushedDirectory(Path directory) {}
    }

    Probe probe() {
        return probe;
    }

    public void createDirectory(Path directory) throws IOException {
        probe.before("mkdir " + directory.getFileName());
        Files.createDirectory(directory);
        probe.madeDirectory(directory);
    }

    /** Creates the name for an existing file, unless the name is taken. */
    public void link(Path name, Path existing) throws IOException {
        probe.before("link " + name.getFileName());
        Files.createLink(name, existing);
        probe.linked(name, existing);
    }

    public void move(Path from, Path to) throws IOException {
        probe.before("move " + from.getFileName());
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        probe.moved(from, to);
    }

    public void delete(Path path) throws IOException {
        probe.before("delete " + path.getFileName());
        if (Files.deleteIfExists(path)) {
            probe.deleted(path);
        }
    }

    /** Deletes what is of no use any more, if it can be. */
    public boolean drop(Path path) {
        try {
            probe.before("delete " + path.getFileName());
        } catch (IOException e) {
            return false;
        }
        boolean dropped = path.toFile().delete();
        if (dropped) {
            probe.deleted(path);
        }
        return dropped;
    }

    /** Writes a new file, if the name is free; if asked for, its content is flushed before this returns. */
    public void create(Path file, byte[] content, boolean force) throws IOException {
        probe.before("create " + file.getFileName());
        Files.createFile(file);
        probe.created(file);
        fill(file, content, force);
    }

    /** Writes a file under a name that no other process uses. */
    public void prepare(Path file, byte[] content, boolean force) throws IOException {
        probe.before("create " + file.getFileName());
        fill(file, content, force);
    }

    private void fill(Path file, byte[] content, boolean force) throws IOException {
        try (DiskFile open = new DiskFile(this, file)) {
            if (open.length() > content.length) {
                open.truncate(content.length);
            }
            open.write(0, content);
            if (force) {
                open.force();
            }
        }
    }

    /** Opens a file for reading and writing; creates it if it is not there. */
    DiskFile open(Path file) throws IOException {
        return new DiskFile(this, file);
    }

    /** Flushes the names in a directory, where the platform can do that; an interrupt is kept for later. */
    public void flushDirectory(Path directory) throws IOException {
        probe.before("flush " + directory.getFileName());
        boolean interrupted = false;
        try {
            while (probe.flushes() && !flushed(directory)) {
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        probe.flushedDirectory(directory);
    }

    private static boolean flushed(Path directory) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory, StandardOpenOption.READ);
        } catch (IOException e) {
            // Windows cannot open directories, and does not need to.
            return true;
        }
        try (channel) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
        }
    }
}

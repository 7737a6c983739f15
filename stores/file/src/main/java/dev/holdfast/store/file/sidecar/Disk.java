package dev.holdfast.store.file.sidecar;

import dev.holdfast.internal.base.FileRights;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The only way in which these stores open, make, rename and delete files, in small steps. A probe is told before each step, so
 * that a test can fail or end the program at any of them, and after it, so that a test can replay them.
 *
 * <p>No file is opened through a symbolic link, and no pipe or device is opened. A file that these stores fill is always a new
 * one: a name that is taken is never written to, unless the file is one of their own ({@link DiskFile#open}). New files have the
 * rights that {@link FileRights} says.
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
        /** Runs before each step; an exception from here replaces the step. */
        void before(String step) throws IOException;

        /** Returns whether a flush is really made; a test that only replays steps needs none. */
        default boolean flushes() {
            return true;
        }

        default void madeDirectory(Path directory) {}

        /** Notes that the file was created, empty. */
        default void created(Path file) {}

        default void wrote(Path file, long position, byte[] content) {}

        default void truncated(Path file, long length) {}

        default void linked(Path name, Path existing) {}

        default void moved(Path from, Path to) {}

        default void deleted(Path path) {}

        /** Notes that the content of the file was flushed. */
        default void flushed(Path file) {}

        /** Notes that the names in the directory were flushed. */
        default void flushedDirectory(Path directory) {}
    }

    Probe probe() {
        return probe;
    }

    public void createDirectory(Path directory) throws IOException {
        probe.before("mkdir " + directory.getFileName());
        Files.createDirectory(directory, FileRights.ofFolder());
        FileRights.share(directory);
        probe.madeDirectory(directory);
    }

    /** Makes a folder unless there is one; refuses a link or a file of that name. Returns whether it was made. */
    public boolean makeFolder(Path folder) throws IOException {
        try {
            createDirectory(folder);
            return true;
        } catch (FileAlreadyExistsException e) {
            Inode there = Inode.of(folder);
            if (there == null || !there.isFolder()) {
                throw new IOException(folder + " is not a folder but a link or a file", e);
            }
            return false;
        }
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
        fill(shared(file, FileRights.ofFile()), content, force);
    }

    /** Writes a new file that is never written to again, if the name is free. */
    public void createFinal(Path file, byte[] content) throws IOException {
        probe.before("create " + file.getFileName());
        fill(shared(file, FileRights.ofFinalFile()), content, false);
    }

    /** Writes a new file under a name that no other process uses; what a crash left there is deleted. */
    public void prepare(Path file, byte[] content, boolean force) throws IOException {
        try {
            create(file, content, force);
        } catch (FileAlreadyExistsException e) {
            delete(file);
            create(file, content, force);
        }
    }

    /** Makes a file that is shared with a group if its folder is. */
    private DiskFile shared(Path path, FileAttribute<?>[] rights) throws IOException {
        DiskFile made = DiskFile.create(this, path, rights);
        try {
            FileRights.share(path);
            return made;
        } catch (IOException e) {
            made.close();
            throw e;
        }
    }

    private static void fill(DiskFile file, byte[] content, boolean force) throws IOException {
        try (file) {
            file.write(0, content);
            if (force) {
                file.force();
            }
        }
    }

    /** Opens one of the store's own files for reading and writing; creates it if it is not there. */
    DiskFile open(Path file) throws IOException {
        try {
            return DiskFile.open(this, file);
        } catch (NoSuchFileException e) {
            try {
                return shared(file, FileRights.ofFile());
            } catch (FileAlreadyExistsException quicker) {
                return DiskFile.open(this, file);
            }
        }
    }

    /** Opens one of the store's own files for reading and writing. */
    DiskFile openExisting(Path file) throws IOException {
        return DiskFile.open(this, file);
    }

    /**
     * Adds to the end of a file that is the user's own, in one flushed write; creates it if it is not there. Its rights stay, or
     * are those that the user's files get.
     */
    public void append(Path file, byte[] content) throws IOException {
        try (DiskFile open = Inode.of(file) == null ? DiskFile.create(this, file) : DiskFile.open(this, file)) {
            open.write(open.length(), content);
            open.force();
        }
    }

    /** Reads the beginning of a file of any program. Fails if it is no file. */
    public static byte[] read(Path file, int most) throws IOException {
        try (DiskFile open = DiskFile.reading(file)) {
            byte[] content = new byte[(int) Math.min(open.length(), most)];
            return Arrays.copyOf(content, open.read(0, content));
        }
    }

    /** Returns what is in a folder, which is not a link to one. */
    public static List<Path> list(Path folder) throws IOException {
        Inode inode = Inode.of(folder);
        if (inode != null && !inode.isFolder()) {
            throw new IOException(folder + " is " + inode.kind() + ", not a folder");
        }
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder)) {
            paths.forEach(all::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    /** Returns the number of the user whom new files belong to. */
    static int ownerOfNewFiles() throws IOException {
        Path file = Files.createTempFile("holdfast", null);
        try {
            Inode inode = Inode.of(file);
            return inode == null ? Inode.UNKNOWN : inode.owner();
        } finally {
            Files.deleteIfExists(file);
        }
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
            channel = FileChannel.open(directory, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
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

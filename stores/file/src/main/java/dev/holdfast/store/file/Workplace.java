package dev.holdfast.store.file;

import dev.holdfast.store.file.sidecar.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/** The corner of the sidecar for files on their way to or from a lock's name. What is there under the guard is left over. */
final class Workplace {
    private static final Pattern NAME = Pattern.compile("\\d+--?\\d+");
    private static final AtomicLong COUNT = new AtomicLong(System.nanoTime());

    private final Path folder;
    private final Disk disk;
    private final Janitor janitor;

    Workplace(Path sidecar, Disk disk) {
        this.folder = sidecar.resolve("work");
        this.disk = disk;
        this.janitor = new Janitor(disk);
    }

    /** Returns a name that no file has. */
    Path file() {
        return folder.resolve(ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet());
    }

    /** Removes a file or a folder that is of no use any more, by and by; if that fails, the next tidying does it. */
    void drop(Path path) {
        janitor.later(() -> remove(path));
    }

    private void remove(Path path) {
        try {
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                Disk.list(path).forEach(this::remove);
            }
            disk.drop(path);
        } catch (IOException e) {
            // It is in no program's way.
        }
    }

    /** Removes a folder in which hardly ever is more than those files. */
    void drop(Path folder, List<String> files) {
        janitor.later(() -> {
            files.forEach(file -> disk.drop(folder.resolve(file)));
            if (!disk.drop(folder)) {
                remove(folder);
            }
        });
    }

    /** Waits until what was dropped is gone. */
    void close() {
        janitor.finish();
    }

    void clear() throws IOException {
        disk.makeFolder(folder);
        for (Path left : Disk.list(folder)) {
            if (NAME.matcher(left.getFileName().toString()).matches()) {
                remove(left);
            }
        }
    }

    /** Returns whether the file system has hard links. */
    boolean hasLinks() throws IOException {
        Path file = file();
        Path link = file();
        disk.create(file, new byte[0], false);
        try {
            disk.link(link, file);
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        } finally {
            remove(link);
            remove(file);
        }
    }

    /** Returns whether the file system takes names that differ in case for one; asked of a folder that exists. */
    static boolean ignoresCase(Path folder) {
        Path name = folder.getFileName();
        Path upper = folder.resolveSibling(name.toString().toUpperCase(java.util.Locale.ROOT));
        try {
            return !upper.equals(folder) && Files.exists(upper) && Files.isSameFile(folder, upper);
        } catch (IOException e) {
            return false;
        }
    }
}

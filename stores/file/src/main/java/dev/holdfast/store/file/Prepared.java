package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.store.file.sidecar.Disk;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Small files with what this process writes into every lock directory, kept ready so that a lock needs a link to each and no
 * new file. Any program may delete those without a living process: they are made again when they are missed.
 */
final class Prepared {
    private static final int MAX_FILES = 64;

    private final Path folder;
    private final Disk disk;
    private final String prefix = ProcessHandle.current().pid() + "-";
    private final Map<String, Ready> files = new HashMap<>();
    private long count = System.nanoTime();
    private boolean links = true;

    private record Ready(Path path, String content) {}

    Prepared(Path sidecar, Disk disk) {
        this.folder = sidecar.resolve("prepared");
        this.disk = disk;
    }

    /** Makes a file of that content, unless the name is taken. */
    void place(Path name, String kind, String content) throws IOException {
        if (links) {
            try {
                disk.link(name, file(kind, content));
                return;
            } catch (FileAlreadyExistsException e) {
                throw e;
            } catch (FileSystemException e) {
                // Another program deleted it, or it is linked as often as the file system can count.
                forget(kind);
            } catch (UnsupportedOperationException e) {
                links = false;
            }
        }
        if (links) {
            placeAfresh(name, kind, content);
        } else {
            disk.create(name, content.getBytes(UTF_8), false);
        }
    }

    private void placeAfresh(Path name, String kind, String content) throws IOException {
        Path fresh = file(kind, content);
        try {
            disk.link(name, fresh);
        } catch (FileAlreadyExistsException | NoSuchFileException e) {
            throw e;
        } catch (FileSystemException e) {
            // A file system without hard links.
            disk.create(name, content.getBytes(UTF_8), false);
            links = false;
        }
    }

    private Path file(String kind, String content) throws IOException {
        Ready known = files.get(kind);
        if (known != null && known.content().equals(content)) {
            return known.path();
        }
        forget(kind);
        if (files.size() >= MAX_FILES) {
            close();
        }
        Path path = folder.resolve(prefix + ++count);
        // A program that wrote to one lock's file would write to all of them.
        try {
            disk.createFinal(path, content.getBytes(UTF_8));
        } catch (NoSuchFileException e) {
            disk.makeFolder(folder);
            disk.createFinal(path, content.getBytes(UTF_8));
        }
        files.put(kind, new Ready(path, content));
        return path;
    }

    private void forget(String kind) {
        delete(files.remove(kind));
    }

    private void delete(@Nullable Ready file) {
        if (file != null) {
            try {
                disk.delete(file.path());
            } catch (IOException e) {
                // Tidied away when this process is gone.
            }
        }
    }

    /** Deletes what processes left that are not there any more. */
    void tidy() throws IOException {
        disk.makeFolder(folder);
        for (Path file : Disk.list(folder)) {
            String name = file.getFileName().toString();
            if (name.matches("\\d{1,18}-.*")
                    && !ProcessTable.system().running(Long.parseLong(name.substring(0, name.indexOf('-'))))) {
                disk.delete(file);
            }
        }
    }

    void close() {
        files.values().forEach(this::delete);
        files.clear();
    }
}

package dev.holdfast.it.processes;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A person who looks after a lock directory: one that stays without a {@code pid}, because its maker was killed in the middle,
 * is taken by nobody until somebody removes it by hand.
 *
 * <p>A living maker has the guard from before it makes the directory until {@code pid} is in it, and the system takes the guard
 * from a killed one. So a directory without {@code pid} that is there while this process has the guard has no living maker.
 */
final class Nameless {
    private final Path lock;
    private final Path guard;

    /**
     * @param folder the folder of the store
     * @param name the directory in it to look after
     */
    Nameless(Path folder, String name) {
        this.lock = folder.resolve(name);
        this.guard = guardOf(folder);
    }

    /** Returns the file whose lock lets one process at a time into a folder of lock directories. */
    static Path guardOf(Path folder) {
        return folder.resolve(".holdfast").resolve("dir").resolve("guard");
    }

    /** Removes the directory if its maker is proven dead; returns whether it did. Else it is to be called again. */
    boolean removedByHand() throws IOException {
        if (!isNameless()) {
            return false;
        }
        try (FileChannel file = FileChannel.open(guard, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock mine = file.tryLock()) {
            if (mine == null || !isNameless()) {
                return false;
            }
            Files.deleteIfExists(lock.resolve("ts"));
            Files.delete(lock);
            return true;
        }
    }

    private boolean isNameless() {
        return Files.isDirectory(lock, LinkOption.NOFOLLOW_LINKS)
                && Files.notExists(lock.resolve("pid"), LinkOption.NOFOLLOW_LINKS);
    }
}

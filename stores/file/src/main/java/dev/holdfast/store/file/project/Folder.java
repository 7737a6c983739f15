package dev.holdfast.store.file.project;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Makes the names in a folder last. */
final class Folder {
    private Folder() {}

    /** Forces new names to the disk, where the platform knows how; an interrupt is kept for later. */
    static void force(@Nullable Path folder) throws IOException {
        if (folder == null) {
            return;
        }
        boolean interrupted = false;
        try {
            while (!forced(folder)) {
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean forced(Path folder) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(folder, StandardOpenOption.READ);
        } catch (IOException e) {
            // Windows cannot open folders, and does not need to.
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

package dev.holdfast.store.file.project;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The next content of a file, complete and on disk beside it, ready to be put in its place in one step. Only one at a time for
 * each scratch file, and always closed: what was not put in place is thrown away.
 */
final class WholeFile implements AutoCloseable {
    private final Path scratch;

    private WholeFile(Path scratch) {
        this.scratch = scratch;
    }

    /** @param scratch in the same file system as the target; what a crash left there is thrown away */
    static WholeFile prepare(Path scratch, byte[] content) throws IOException {
        // Never written over: after a crash it can be the same file as the target, under a second name.
        Files.deleteIfExists(scratch);
        WholeFile file = new WholeFile(scratch);
        try (FileChannel channel = FileChannel.open(scratch, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        } catch (IOException e) {
            file.close();
            throw e;
        }
        return file;
    }

    /** Puts it in the place of whatever is there. */
    void replace(Path target) throws IOException {
        Files.move(scratch, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceFolder(target);
    }

    /** Puts it there if there is nothing, else throws {@link FileAlreadyExistsException}. */
    void create(Path target) throws IOException {
        try {
            Files.createLink(target, scratch);
        } catch (UnsupportedOperationException e) {
            // No hard links here: the look and the move are two steps, and the guard keeps our own kind out between
            // them.
            Files.move(scratch, target);
        }
        forceFolder(target);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(scratch);
    }

    /** Makes new names in the folder of that file last, where the platform knows how. */
    static void forceFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        FileChannel channel;
        try {
            channel = FileChannel.open(folder == null ? file : folder, StandardOpenOption.READ);
        } catch (IOException e) {
            // Windows cannot open folders, and does not need to.
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }
}

package dev.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The cost of a lock in the file system without a lock manager. */
final class BareFiles {
    private static final byte[] CONTENT =
            "{\"job_id\":\"mine-0\",\"process_id\":12345,\"hostname\":\"here\",\"acquired_at\":\"2025-01-01T00:00:00Z\"}\n"
                    .getBytes(UTF_8);

    private BareFiles() {}

    /** Returns a task that runs {@code mkdir} and {@code rmdir}. */
    static Task directory(Path directory) {
        return () -> {
            Files.createDirectory(directory);
            Files.delete(directory);
        };
    }

    /** Returns a task that creates and writes a file, flushes it to the disk, and deletes it. */
    static Task flushedFile(Path file) {
        return () -> {
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(CONTENT));
                channel.force(true);
            }
            Files.delete(file);
        };
    }
}

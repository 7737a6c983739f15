package dev.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a lock in the file system costs without any lock manager. */
final class BareFiles {
    private static final byte[] CONTENT =
            "{\"job_id\":\"mine-0\",\"process_id\":12345,\"hostname\":\"here\",\"acquired_at\":\"2025-01-01T00:00:00Z\"}\n"
                    .getBytes(UTF_8);

    private BareFiles() {}

    /** {@code mkdir} and {@code rmdir}. */
    static Task directory(Path directory) {
        return () -> {
            Files.createDirectory(directory);
            Files.delete(directory);
        };
    }

    /** Create and write a file, flush it to the disk, delete it. */
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

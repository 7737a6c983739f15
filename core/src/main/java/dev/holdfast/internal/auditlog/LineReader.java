package dev.holdfast.internal.auditlog;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The lines of a file as bytes, each of bounded length. Not thread-safe. */
final class LineReader implements AutoCloseable {
    private final InputStream in;
    private boolean whole = true;

    LineReader(Path file) throws IOException {
        this.in = new BufferedInputStream(AuditFiles.read(file), 1 << 16);
    }

    /** Returns the next line without its end, or as much of it as a line may have; null at the end of the file. */
    byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '\n') {
                return line.toByteArray();
            }
            line.write(c);
            if (line.size() >= AuditLine.MAX_BYTES) {
                return line.toByteArray();
            }
        }
        whole = line.size() == 0;
        return whole ? null : line.toByteArray();
    }

    /** Returns whether the last line had an end. */
    boolean whole() {
        return whole;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

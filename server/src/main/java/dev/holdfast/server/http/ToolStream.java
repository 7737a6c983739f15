package dev.holdfast.server.http;

import java.io.IOException;
import java.io.OutputStream;

/**
 * The body of an answer that is written while it is read from elsewhere, so that it never is in memory as a whole.
 *
 * @param length how many bytes are written; negative if that is not known
 * @param writer writes them; may block. Runs on the thread of the call
 */
public record ToolStream(long length, Writer writer) {
    /** Writes a body. */
    @FunctionalInterface
    public interface Writer {
        /** Writes all bytes. Blocks while the client is slow. A failure closes the connection, so that no client takes it as whole. */
        void writeTo(OutputStream out) throws IOException, InterruptedException;
    }
}

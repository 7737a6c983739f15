package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads the lines of an event stream. An event that is too large ends the stream. */
final class EventLines implements Closeable {
    /** The maximum of one event. A lock with all its waiters is much smaller. */
    static final int MAX_CHARACTERS = 16 << 20;

    private final BufferedReader in;
    private int ofEvent;

    EventLines(InputStream stream) {
        this.in = new BufferedReader(new InputStreamReader(stream, UTF_8));
    }

    /** Returns the next line; null at the end of the stream. */
    @Nullable
    String next() throws IOException {
        StringBuilder line = new StringBuilder();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (++ofEvent > MAX_CHARACTERS) {
                throw new IOException("the server sent an event of more than " + MAX_CHARACTERS + " characters");
            }
            line.append((char) next);
        }
        if (line.length() > 0 && line.charAt(line.length() - 1) == '\r') {
            line.setLength(line.length() - 1);
        }
        if (line.length() == 0) {
            ofEvent = 0;
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

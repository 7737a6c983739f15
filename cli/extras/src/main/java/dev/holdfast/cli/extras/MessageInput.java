package dev.holdfast.cli.extras;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The messages of an assistant, one on each line, without lines that are none. The SDK stops reading for good at such a line: the
 * assistant would get no answer any more, and the end of its input would not be noticed. They are answered here.
 */
final class MessageInput extends InputStream {
    private static final int MAX_LINE_BYTES = 4 << 20;
    private static final byte[] NOTHING = new byte[0];

    private final InputStream in;
    private final OutputStream out;
    private final McpJsonMapper mapper;
    private byte[] line = NOTHING;
    private int next;

    /** @param out for answers; written to under its own monitor, as the SDK does */
    MessageInput(InputStream in, OutputStream out, McpJsonMapper mapper) {
        this.in = new BufferedInputStream(in);
        this.out = out;
        this.mapper = mapper;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (next == line.length) {
            String text = nextLine();
            if (text == null) {
                return -1;
            }
            line = isMessage(text) ? (text + "\n").getBytes(UTF_8) : NOTHING;
            next = 0;
        }
        int count = Math.min(length, line.length - next);
        System.arraycopy(line, next, bytes, offset, count);
        next += count;
        return count;
    }

    /** Returns how much of the current line is left. */
    @Override
    public int available() {
        return line.length - next;
    }

    /** Returns a line, empty if it is too long; null at the end. */
    private @Nullable String nextLine() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean tooLong = false;
        int one = in.read();
        if (one < 0) {
            return null;
        }
        for (; one >= 0 && one != '\n'; one = in.read()) {
            if (bytes.size() < MAX_LINE_BYTES) {
                bytes.write(one == '\r' ? ' ' : one); // to the SDK it would be the end of a line
            } else {
                tooLong = true;
            }
        }
        if (tooLong) {
            refuse(-32600, "A message has at most 4 MiB on one line; this one was left out.");
            return "";
        }
        return bytes.toString(UTF_8);
    }

    /** Returns whether the SDK can read the line; answers it otherwise. */
    private boolean isMessage(String text) throws IOException {
        if (text.isBlank()) {
            return false;
        }
        try {
            McpSchema.deserializeJsonRpcMessage(mapper, text);
            return true;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            refuse(-32700, "That line is not a message: write one JSON-RPC 2.0 object on each line.");
            return false;
        }
    }

    /** Sends an error without an id, because the id of the request is not known. */
    private void refuse(int code, String sentence) throws IOException {
        String answer = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":" + code + ",\"message\":\"" + sentence
                + "\"}}\n";
        synchronized (out) {
            out.write(answer.getBytes(UTF_8));
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

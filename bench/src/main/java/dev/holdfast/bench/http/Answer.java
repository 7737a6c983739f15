package dev.holdfast.bench.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An answer as it comes in. It reads no more of HTTP than is needed to know where a short answer ends, so that the load costs
 * less than the server that it measures.
 */
public final class Answer {
    private static final int STATUS_AT = "HTTP/1.1 ".length();
    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final int SHOWN = 300;

    private byte[] bytes = new byte[2048];
    private int length;
    private int bodyAt;
    private int end;

    /** Takes received bytes, and returns whether the answer is complete. */
    boolean take(ByteBuffer part) {
        int more = part.remaining();
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * (length + more));
        }
        part.get(bytes, length, more);
        length += more;
        if (bodyAt == 0 && findBody()) {
            end = bodyAt + bodyLength();
        }
        return bodyAt > 0 && length >= end;
    }

    /** Begins with the next answer. */
    void clear() {
        length = 0;
        bodyAt = 0;
    }

    private boolean findBody() {
        for (int i = 3; i < length; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n' && bytes[i - 3] == '\r') {
                bodyAt = i + 1;
                return true;
            }
        }
        return false;
    }

    /** Returns 0 if the head has no length, as in an answer without a body. */
    private int bodyLength() {
        for (int i = 1; i < bodyAt - LENGTH.length; i++) {
            if (bytes[i - 1] == '\n' && isLengthAt(i)) {
                int count = 0;
                for (int j = i + LENGTH.length; bytes[j] != '\r'; j++) {
                    count = bytes[j] == ' ' ? count : 10 * count + bytes[j] - '0';
                }
                return count;
            }
        }
        return 0;
    }

    private boolean isLengthAt(int from) {
        for (int i = 0; i < LENGTH.length; i++) {
            // Letters in lower case; the colon and the dash do not change.
            if ((bytes[from + i] | 0x20) != LENGTH[i] && bytes[from + i] != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    int status() {
        return 100 * (bytes[STATUS_AT] - '0') + 10 * (bytes[STATUS_AT + 1] - '0') + bytes[STATUS_AT + 2] - '0';
    }

    /** Fails unless the answer has the expected status. */
    void require(int status) {
        if (status() != status) {
            throw new IllegalStateException(
                    "The server answered: " + new String(bytes, 0, Math.min(length, SHOWN), StandardCharsets.UTF_8));
        }
    }

    int bodyBytes() {
        return end - bodyAt;
    }

    /** Copies the bytes after a text in the body, which must contain it. */
    void copyAfter(byte[] text, ByteBuffer target) {
        for (int i = bodyAt; i <= end - text.length - target.remaining(); i++) {
            if (Arrays.equals(bytes, i, i + text.length, text, 0, text.length)) {
                target.put(bytes, i + text.length, target.remaining());
                return;
            }
        }
        throw new IllegalStateException("The answer does not say what it should: "
                + new String(bytes, bodyAt, end - bodyAt, StandardCharsets.UTF_8));
    }
}

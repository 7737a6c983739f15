package dev.holdfast.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Status and headers of an HTTP/1.1 answer. Anything that does not follow the standard exactly is refused, since a Holdfast
 * server has no reason to send it.
 *
 * @param headers by name in lower case
 */
record AnswerHead(int status, Map<String, String> headers) {
    /** The maximum size of status and headers. */
    static final int MAX_BYTES = 64 << 10;

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([2-5]\\d\\d)( [\\t\\x20-\\x7e\\x80-\\xff]*)?");
    private static final Pattern HEADER =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([\\t\\x20-\\x7e\\x80-\\xff]*)");

    static AnswerHead read(InputStream in) throws IOException {
        int[] left = {MAX_BYTES};
        Matcher status = STATUS.matcher(line(in, left));
        if (!status.matches()) {
            throw malformed();
        }
        Map<String, String> headers = new HashMap<>();
        for (String line = line(in, left); !line.isEmpty(); line = line(in, left)) {
            Matcher header = HEADER.matcher(line);
            if (!header.matches()) {
                throw malformed();
            }
            String name = header.group(1).toLowerCase(Locale.ROOT);
            // Only headers that frame the body must not occur twice.
            if (headers.put(name, header.group(2).strip()) != null && isFraming(name)) {
                throw malformed();
            }
        }
        return new AnswerHead(Integer.parseInt(status.group(1)), headers);
    }

    private static boolean isFraming(String name) {
        return name.equals("content-length") || name.equals("transfer-encoding");
    }

    /**
     * Reads a line that ends with CR LF.
     *
     * @param left how many more bytes may be read; counted down
     */
    static String line(InputStream in, int[] left) throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the connection was closed");
            }
            if (--left[0] < 0) {
                throw malformed();
            }
            if (next == '\r') {
                if (in.read() != '\n') {
                    throw malformed();
                }
                return line.toString();
            }
            if (next == '\n') {
                throw malformed();
            }
            line.append((char) next);
        }
    }

    static IOException malformed() {
        return new IOException("this is not an answer in HTTP/1.1");
    }

    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** Returns whether the connection can carry another call after this answer. */
    boolean keepsConnection() {
        return !header("connection").toLowerCase(Locale.ROOT).contains("close")
                && (headers.containsKey("content-length") || headers.containsKey("transfer-encoding") || isEmpty());
    }

    /** Returns whether an answer of this status has no body. */
    boolean isEmpty() {
        return status == 204 || status == 304;
    }
}

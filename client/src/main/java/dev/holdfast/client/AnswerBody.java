package dev.holdfast.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;

/** The body of an HTTP/1.1 answer: with a length, in chunks, or up to the end of the connection. */
final class AnswerBody extends InputStream {
    private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
    private static final Pattern CHUNK = Pattern.compile("[0-9a-fA-F]{1,15}(;[\\t\\x20-\\x7e]*)?");
    private static final int MAX_LINE = 8 << 10;
    private static final long UNKNOWN = -1;

    private final InputStream in;
    private final boolean chunked;
    /** The remaining bytes of the body or chunk; negative if unknown. */
    private long left;

    private boolean ended;

    private AnswerBody(InputStream in, boolean chunked, long left) {
        this.in = in;
        this.chunked = chunked;
        this.left = left;
        this.ended = !chunked && left == 0;
    }

    static AnswerBody of(AnswerHead head, InputStream in) throws IOException {
        String coding = head.header("transfer-encoding");
        String length = head.header("content-length");
        if (head.isEmpty()) {
            return new AnswerBody(in, false, 0);
        } else if (!coding.isEmpty()) {
            if (!coding.equalsIgnoreCase("chunked") || !length.isEmpty()) {
                throw AnswerHead.malformed();
            }
            return new AnswerBody(in, true, 0);
        } else if (length.isEmpty()) {
            return new AnswerBody(in, false, UNKNOWN);
        } else if (!LENGTH.matcher(length).matches()) {
            throw AnswerHead.malformed();
        }
        return new AnswerBody(in, false, Long.parseLong(length));
    }

    /** Returns whether all of it was read. */
    boolean isEnded() {
        return ended;
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
        if (chunked && left == 0 && !ended) {
            nextChunk();
        }
        if (ended) {
            return -1;
        }
        int max = left < 0 ? length : (int) Math.min(length, left);
        int count = in.read(bytes, offset, max);
        if (count < 0) {
            if (left >= 0) {
                throw new EOFException("the answer was cut off");
            }
            ended = true;
            return -1;
        }
        if (left > 0) {
            left -= count;
            if (left == 0) {
                endOfPart();
            }
        }
        return count;
    }

    private void endOfPart() throws IOException {
        if (chunked) {
            if (!AnswerHead.line(in, new int[] {2}).isEmpty()) {
                throw AnswerHead.malformed();
            }
        } else {
            ended = true;
        }
    }

    private void nextChunk() throws IOException {
        int[] max = {MAX_LINE};
        String line = AnswerHead.line(in, max);
        if (!CHUNK.matcher(line).matches()) {
            throw AnswerHead.malformed();
        }
        int end = line.indexOf(';');
        left = Long.parseLong(end < 0 ? line : line.substring(0, end), 16);
        if (left == 0) {
            while (!AnswerHead.line(in, max).isEmpty()) {
                // trailers, which are not needed
            }
            ended = true;
        }
    }

    @Override
    public int available() throws IOException {
        return ended || left <= 0 ? 0 : (int) Math.min(left, in.available());
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

package dev.holdfast.internal.json;

/** A text that is not the JSON it should be: where it goes wrong, and why in words. */
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int offset;
    private final int line;
    private final int column;

    JsonException(String reason, String text, int offset) {
        this(reason, offset, lineAt(text, offset), offset - lineStart(text, offset) + 1);
    }

    private JsonException(String reason, int offset, int line, int column) {
        super("line " + line + ", column " + column + ": " + reason);
        this.offset = offset;
        this.line = line;
        this.column = column;
    }

    /** Returns the index of the offending character, from 0. */
    public int offset() {
        return offset;
    }

    /** Returns the line of the offending character, from 1. */
    public int line() {
        return line;
    }

    /** Returns its place in that line, from 1. */
    public int column() {
        return column;
    }

    private static int lineAt(String text, int offset) {
        int line = 1;
        for (int i = 0; i < offset; i++) {
            if (endsLine(text, i)) {
                line++;
            }
        }
        return line;
    }

    private static int lineStart(String text, int offset) {
        int start = offset;
        while (start > 0 && !endsLine(text, start - 1)) {
            start--;
        }
        return start;
    }

    // A line ends with LF, CR LF or CR.
    private static boolean endsLine(String text, int index) {
        char c = text.charAt(index);
        return c == '\n' || (c == '\r' && (index + 1 == text.length() || text.charAt(index + 1) != '\n'));
    }
}

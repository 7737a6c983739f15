package dev.holdfast.cli.extras;

import dev.holdfast.internal.base.Text;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Lines of JSON, with hidden characters as escapes: the SDK repeats what it was asked. Writes whole lines. Thread-safe. */
final class EscapingOutput extends FilterOutputStream {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    EscapingOutput(OutputStream out) {
        super(out);
    }

    @Override
    public synchronized void write(int unit) throws IOException {
        line.write(unit);
        if (unit == '\n') {
            String text = line.toString(StandardCharsets.UTF_8);
            line.reset();
            out.write(escaped(text).getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        for (int i = from; i < from + length; i++) {
            write(bytes[i]);
        }
    }

    /** In JSON, such characters are within texts only. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int end = i + Character.charCount(c);
            if (c > '~' && Text.isHidden(c)) {
                for (; i < end; i++) {
                    escaped.append("\\u").append(HexFormat.of().toHexDigits(text.charAt(i)));
                }
            } else {
                escaped.appendCodePoint(c);
            }
            i = end;
        }
        return escaped.toString();
    }
}

package dev.holdfast.internal.json;

import dev.holdfast.internal.base.Text;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds one JSON text. */
final class JsonWriter {
    private static final List<Class<? extends Number>> EXACT = List.of(
            Long.class, Integer.class, Short.class, Byte.class, RawNumber.class, BigInteger.class, BigDecimal.class);

    private final boolean pretty;
    private final StringBuilder out;

    JsonWriter(boolean pretty) {
        this(pretty, new StringBuilder());
    }

    /** @param out the text that values are appended to */
    JsonWriter(boolean pretty, StringBuilder out) {
        this.pretty = pretty;
        this.out = out;
    }

    String document(@Nullable Object value) {
        value(value, 0);
        return out.toString();
    }

    /** Appends a value as a part of a text. */
    void append(@Nullable Object value) {
        value(value, 1);
    }

    private void value(@Nullable Object value, int depth) {
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof JsonFragment written) {
            out.append(written.text());
        } else if (value instanceof CharSequence text) {
            string(text);
        } else if (value instanceof Number number) {
            number(number);
        } else if (value instanceof Map<?, ?> members) {
            block('{', '}', members.entrySet().iterator(), depth + 1, member -> member(member, depth + 1));
        } else if (value instanceof Iterable<?> elements) {
            block('[', ']', elements.iterator(), depth + 1, element -> value(element, depth + 1));
        } else {
            throw new IllegalArgumentException(
                    "no JSON for a " + value.getClass().getName());
        }
    }

    private <T extends @Nullable Object> void block(
            char open, char close, Iterator<T> parts, int depth, Consumer<? super T> write) {
        if (depth > Json.MAX_DEPTH) {
            throw new IllegalArgumentException("nested more than " + Json.MAX_DEPTH + " deep");
        }
        out.append(open);
        if (parts.hasNext()) {
            newLine(depth);
            write.accept(parts.next());
            while (parts.hasNext()) {
                out.append(',');
                newLine(depth);
                write.accept(parts.next());
            }
            newLine(depth - 1);
        }
        out.append(close);
    }

    private void member(Map.Entry<?, ?> member, int depth) {
        if (!(member.getKey() instanceof String name)) {
            throw new IllegalArgumentException("not a name: " + member.getKey());
        }
        string(name);
        out.append(pretty ? ": " : ":");
        value(member.getValue(), depth);
    }

    private void number(Number number) {
        boolean finite = (number instanceof Double || number instanceof Float) && Double.isFinite(number.doubleValue());
        if (!finite && !EXACT.contains(number.getClass())) {
            throw new IllegalArgumentException("no JSON for the number " + number);
        }
        out.append(number);
    }

    private void string(CharSequence text) {
        quote(text, out);
    }

    /** Appends the text as a JSON string. */
    static void quote(CharSequence text, StringBuilder out) {
        out.append('"');
        int written = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // Most texts are plain from end to end, and are copied whole.
            if (c < ' ' || c == '"' || c == '\\' || (c > '~' && isHidden(text, i))) {
                escape(out.append(text, written, i), c);
                written = i + 1;
            }
        }
        out.append(text, written, text.length()).append('"');
    }

    private static void escape(StringBuilder out, char c) {
        int letter = "\"\\\b\f\n\r\t".indexOf(c);
        if (letter >= 0) {
            out.append('\\').append("\"\\bfnrt".charAt(letter));
        } else {
            out.append("\\u").append(HexFormat.of().toHexDigits(c));
        }
    }

    /**
     * Returns whether it must not be seen as it is: JSON is shown on terminals too. Half a pair has no UTF-8 form and would come
     * back as a question mark.
     */
    private static boolean isHidden(CharSequence text, int index) {
        boolean second = index > 0
                && Character.isLowSurrogate(text.charAt(index))
                && Character.isHighSurrogate(text.charAt(index - 1));
        return Text.isHidden(Character.codePointAt(text, second ? index - 1 : index));
    }

    private void newLine(int depth) {
        if (pretty) {
            out.append('\n').append("  ".repeat(depth));
        }
    }
}

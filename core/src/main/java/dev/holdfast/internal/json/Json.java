package dev.holdfast.internal.json;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A strict JSON reader and writer (RFC 8259) for the small documents that stores keep.
 *
 * <p>Objects are {@link java.util.LinkedHashMap}, arrays {@link java.util.ArrayList}, both modifiable and in the order
 * of the text, so that members we do not know survive being read and written. A whole number in range is a
 * {@link Long}; any other number is a {@link Number} that is written back exactly as it was read. The rest are
 * {@link String}, {@link Boolean} and null.
 *
 * <p>A name that occurs twice in one object is refused, and so are comments, trailing commas, {@code NaN} and anything
 * after the value. A byte order mark at the start is skipped, since some editors leave one.
 */
public final class Json {
    /** How deeply arrays and objects may be nested, in either direction. */
    static final int MAX_DEPTH = 64;

    private Json() {}

    /**
     * Returns the value that a text stands for.
     *
     * @throws JsonException if it stands for none
     */
    public static @Nullable Object read(String text) {
        return new JsonReader(text).document();
    }

    /**
     * Returns the members of the one object that a text stands for.
     *
     * @throws JsonException if it is anything else
     */
    @SuppressWarnings("unchecked") // the reader makes maps of no other type
    public static Map<String, @Nullable Object> readObject(String text) {
        Object value = read(text);
        if (value instanceof Map<?, ?> members) {
            return (Map<String, @Nullable Object>) members;
        }
        throw new JsonException("expected an object, found another value", text, 0);
    }

    /**
     * Returns the value as text in one line. Accepts what {@link #read} returns, any other {@link Map}, {@link Iterable},
     * {@link CharSequence} or number of the JDK, and a {@link JsonFragment}.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    public static String write(@Nullable Object value) {
        return new JsonWriter(false).document(value);
    }

    /** Returns the value as text for people: like {@link #write}, one member a line, indented by two blanks. */
    public static String writePretty(@Nullable Object value) {
        return new JsonWriter(true).document(value);
    }
}

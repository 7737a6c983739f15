package dev.holdfast.internal.json;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A JSON object that is written straight to text, without a tree. Names are those of our own fields, and need no quoting. */
public final class JsonText {
    private static final int DEFAULT_LENGTH = 512;

    private final StringBuilder out = new StringBuilder(DEFAULT_LENGTH);

    private JsonText() {}

    /** Returns the object whose members the writer puts, as a part of another one. */
    public static <T> JsonFragment fragment(T part, BiConsumer<T, JsonText> writer) {
        return new JsonFragment(of(part, writer));
    }

    /** Returns the object whose members the writer puts. */
    public static <T> String of(T part, BiConsumer<T, JsonText> writer) {
        JsonText text = new JsonText();
        text.object(part, writer);
        return text.out.toString();
    }

    public void put(String name, CharSequence text) {
        name(name);
        JsonWriter.quote(text, out);
    }

    public void putUnlessEmpty(String name, String text) {
        if (!text.isEmpty()) {
            put(name, text);
        }
    }

    public void put(String name, long number) {
        name(name);
        out.append(number);
    }

    public void put(String name, boolean truth) {
        name(name);
        out.append(truth);
    }

    /** Puts any value that {@link Json#write} accepts, or null. */
    public void putValue(String name, @Nullable Object value) {
        name(name);
        if (value instanceof String text) {
            JsonWriter.quote(text, out);
        } else {
            new JsonWriter(false, out).append(value);
        }
    }

    /** Puts an object within. */
    public <T> void put(String name, T part, BiConsumer<T, JsonText> writer) {
        name(name);
        object(part, writer);
    }

    /** Puts a list of objects, if there are any. */
    public <T> void putAllUnlessEmpty(String name, List<T> parts, BiConsumer<T, JsonText> writer) {
        if (!parts.isEmpty()) {
            putAll(name, parts, writer);
        }
    }

    public <T> void putAll(String name, List<T> parts, BiConsumer<T, JsonText> writer) {
        name(name);
        out.append('[');
        for (int i = 0; i < parts.size(); i++) {
            separate();
            object(parts.get(i), writer);
        }
        out.append(']');
    }

    public void putTexts(String name, List<?> texts) {
        name(name);
        out.append('[');
        for (int i = 0; i < texts.size(); i++) {
            separate();
            JsonWriter.quote(texts.get(i).toString(), out);
        }
        out.append(']');
    }

    private <T> void object(T part, BiConsumer<T, JsonText> writer) {
        out.append('{');
        writer.accept(part, this);
        out.append('}');
    }

    private void name(String name) {
        separate();
        out.append('"').append(name).append("\":");
    }

    private void separate() {
        char last = out.charAt(out.length() - 1);
        if (last != '{' && last != '[') {
            out.append(',');
        }
    }
}

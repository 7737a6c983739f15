package dev.holdfast.store.sql.mariadb;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A JSON list of lists of numbers and plain words, as our statements take it. */
final class JsonRows {
    private final StringBuilder text = new StringBuilder(256).append('[');
    private int rows;
    private boolean first;

    /** Begins a row. */
    JsonRows next() {
        text.append(rows++ == 0 ? "[" : "],[");
        first = true;
        return this;
    }

    JsonRows add(long number) {
        separate();
        text.append(number);
        return this;
    }

    JsonRows add(@Nullable Long number) {
        separate();
        text.append(number);
        return this;
    }

    /** Adds a word that needs no escaping. */
    JsonRows add(String word) {
        separate();
        text.append('"').append(word).append('"');
        return this;
    }

    /** Adds a text as two numbers. */
    JsonRows add(Bytes bytes, byte[] added) {
        return add(bytes.add(added)).add(added.length);
    }

    /** Adds bytes and a text, or nothing twice. */
    JsonRows add(Bytes bytes, @Nullable String added) {
        return added == null ? add((Long) null).add((Long) null) : add(bytes, added.getBytes(StandardCharsets.UTF_8));
    }

    int rows() {
        return rows;
    }

    private void separate() {
        if (!first) {
            text.append(',');
        }
        first = false;
    }

    @Override
    public String toString() {
        return rows == 0 ? "[]" : text + "]]";
    }
}

package dev.holdfast.internal.views;

import dev.holdfast.internal.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer for programs, or a part of one: an object, field by field. Not thread-safe. */
public final class JsonAnswer {
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    public JsonAnswer with(String name, @Nullable Object value) {
        fields.put(name, value);
        return this;
    }

    public Map<String, @Nullable Object> tree() {
        return Collections.unmodifiableMap(fields);
    }

    /** Returns the answer on one line, so that several answers in a row can be told apart. */
    public String line() {
        return Json.write(fields);
    }
}

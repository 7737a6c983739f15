package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;
import java.util.Map;

/**
 * An annotation.
 *
 * @param name without its package
 * @param values the source of its members; strings without quotes
 */
public record Mark(String name, Map<String, String> values, Place place) {
    public Mark {
        values = Map.copyOf(values);
    }

    /** Returns a member, or an empty text. */
    public String value(String key) {
        return values.getOrDefault(key, "");
    }

    /** Returns the source of all members. */
    public String text() {
        return String.join(" ", values.values());
    }
}

package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;
import java.util.Map;

/**
 * An annotation.
 *
 * @param name without its package
 * @param values what it says, as it is written; texts without their quotes
 */
public record Mark(String name, Map<String, String> values, Place place) {
    public Mark {
        values = Map.copyOf(values);
    }

    /** What it says by that name; empty if nothing. */
    public String value(String key) {
        return values.getOrDefault(key, "");
    }

    /** All it says. */
    public String text() {
        return String.join(" ", values.values());
    }
}

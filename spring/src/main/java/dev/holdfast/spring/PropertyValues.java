package dev.holdfast.spring;

import dev.holdfast.internal.base.Durations;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads values of properties. A wrong value stops the start with a sentence that names the property. */
final class PropertyValues {
    private static final String CURE = "Correct the value. docs/spring.md has the properties and their values.";

    private PropertyValues() {}

    /** @throws NotStartedException if the reader throws an {@link IllegalArgumentException} */
    static <T> T read(String property, String value, Function<String, T> reader) {
        try {
            return reader.apply(value);
        } catch (IllegalArgumentException e) {
            throw new NotStartedException(
                    "The property " + property + " cannot be '" + value + "': " + sentence(e), CURE, e);
        }
    }

    /** Reads a value that no message may contain. */
    static <T> T secret(String property, @Nullable String value, Function<@Nullable String, T> reader) {
        try {
            return reader.apply(value);
        } catch (IllegalArgumentException e) {
            throw new NotStartedException("The property " + property + " cannot be used: " + sentence(e), CURE, e);
        }
    }

    /** Returns null for {@code never}. */
    static @Nullable Duration durationOrNever(String property, String value) {
        return value.equals("never") ? null : read(property, value, Durations::parse);
    }

    private static String sentence(IllegalArgumentException mistake) {
        String text = String.valueOf(mistake.getMessage());
        return text.endsWith(".") ? text : text + ".";
    }
}

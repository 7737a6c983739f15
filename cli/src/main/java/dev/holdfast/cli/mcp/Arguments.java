package dev.holdfast.cli.mcp;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.internal.base.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The arguments of a tool call. An assistant may send anything; a failure says what is wrong with it. */
final class Arguments {
    private static final int MAX_NAMES = 100;

    private final Map<String, ?> values;

    Arguments(Tool tool, Map<String, ?> values) {
        this.values = values;
        for (String name : values.keySet()) {
            if (!tool.properties().containsKey(name)) {
                throw CommandFailure.usage("The tool " + tool.name() + " takes no '" + name + "'; it takes "
                        + String.join(", ", tool.properties().keySet()) + ".");
            }
        }
    }

    @Nullable
    String text(String name) {
        Object value = values.get(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof String text) || text.isBlank()) {
            throw CommandFailure.usage("'" + name + "' is a text that is not empty.");
        }
        return text;
    }

    /** Returns whether it is set. */
    boolean flag(String name) {
        Object value = values.get(name);
        if (value != null && !(value instanceof Boolean)) {
            throw CommandFailure.usage("'" + name + "' is true or false.");
        }
        return Boolean.TRUE.equals(value);
    }

    /** Returns several texts. A single text or a number is accepted too. */
    List<String> names(String name) {
        Object value = values.get(name);
        if (value == null) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (Object one : value instanceof List<?> several ? several : List.of(value)) {
            if (!(one instanceof String || one instanceof Integer)
                    || one.toString().isBlank()) {
                throw CommandFailure.usage("'" + name + "' is a list of names, such as [\"Chapter_03\"].");
            }
            names.add(one.toString());
        }
        if (names.size() > MAX_NAMES) {
            throw CommandFailure.usage(
                    "'" + name + "' has " + names.size() + " names; " + MAX_NAMES + " is the maximum.");
        }
        return names;
    }

    /** Returns the duration, or null if there is none. */
    @Nullable
    Duration duration(String name, Duration longest) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        Duration duration;
        try {
            duration = Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("'" + name + "': " + e.getMessage());
        }
        if (duration.compareTo(longest) > 0) {
            throw CommandFailure.usage("'" + name + "' is " + longest.toMinutes()
                    + "m at most: ask again afterwards, or do something else meanwhile.");
        }
        return duration;
    }

    /** Returns the constant of that name in lower case, or the default if there is none. */
    <E extends Enum<E>> E choice(String name, Class<E> kind, E byDefault) {
        String text = text(name);
        if (text == null) {
            return byDefault;
        }
        List<String> known = new ArrayList<>();
        for (E constant : kind.getEnumConstants()) {
            String label = constant.name().toLowerCase(Locale.ROOT);
            if (label.equals(text)) {
                return constant;
            }
            known.add(label);
        }
        throw CommandFailure.usage("'" + name + "' is " + String.join(" or ", known) + ", not '" + text + "'.");
    }
}

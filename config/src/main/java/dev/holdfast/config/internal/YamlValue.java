package dev.holdfast.config.internal;

import dev.holdfast.internal.base.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A value in a file. A reader asks for the type that it expects; another type is reported as a mistake with its line. */
public record YamlValue(ConfigSource source, Node node) {

    /** Returns the value of an environment variable, which is read in the same way. */
    public static YamlValue variable(String name, String value) {
        return new YamlValue(new ConfigSource(name), new ScalarNode(Tag.STR, value, ScalarStyle.PLAIN));
    }

    public ConfigMistake mistake(String sentence) {
        return source.mistake(node, sentence);
    }

    public boolean isText() {
        return node instanceof ScalarNode;
    }

    public boolean isList() {
        return node instanceof SequenceNode;
    }

    /**
     * Returns the text.
     *
     * @param example how to write it
     */
    public String text(String example) {
        if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
            return scalar.getValue();
        }
        throw mistake("A text is expected here, such as " + example + ".");
    }

    /** Returns all values of a list; a missing value is an empty list. */
    public List<YamlValue> list(String example) {
        if (node instanceof SequenceNode sequence) {
            List<YamlValue> values = new ArrayList<>();
            sequence.getValue().forEach(value -> values.add(new YamlValue(source, value)));
            return values;
        }
        if (node instanceof ScalarNode scalar && scalar.getValue().isBlank()) {
            return List.of();
        }
        throw mistake("A list is expected here, each of its lines starting with a dash, such as: - " + example);
    }

    public YamlMap map(String what) {
        if (node instanceof MappingNode mapping) {
            return new YamlMap(source, mapping);
        }
        if (node instanceof ScalarNode scalar && scalar.getValue().isBlank()) {
            return YamlMap.empty(source, node);
        }
        throw mistake("Keys with values are expected here: " + what + ".");
    }

    /** Returns a duration, or null for {@code never}. */
    public @Nullable Duration durationOrNever() {
        return text("15m").equals("never") ? null : duration();
    }

    public Duration duration() {
        return read("15m", Durations::parse);
    }

    public int number(int least, int most) {
        return read(Integer.toString(Math.max(least, 1)), text -> {
            try {
                int number = Integer.parseInt(text);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw new IllegalArgumentException("A whole number "
                    + (most == Integer.MAX_VALUE ? "of at least " + least : "from " + least + " to " + most)
                    + " is expected here, not '" + text + "'.");
        });
    }

    public boolean yesOrNo() {
        return switch (text("true")) {
            case "true", "yes", "on" -> true;
            case "false", "no", "off" -> false;
            default -> throw mistake("Write true or false here, not '" + text("true") + "'.");
        };
    }

    /** Returns texts, lists of texts, and maps of the same kind, for a reader elsewhere. */
    public Object plain() {
        if (isList()) {
            return list("").stream().map(YamlValue::plain).toList();
        }
        return node instanceof MappingNode
                ? map("").values().entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                entry -> entry.getValue().plain(),
                                (one, other) -> one,
                                LinkedHashMap::new))
                : canonical();
    }

    /** Returns the text, however the file writes it. */
    public String canonical() {
        if (node instanceof MappingNode) {
            return map("").values().entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + entry.getValue().canonical())
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (isList()) {
            return list("").stream().map(YamlValue::canonical).collect(Collectors.joining(", "));
        }
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    /** Reads the text by a function that explains itself when it refuses. */
    public <T> T read(String example, Function<String, T> reader) {
        return explained(() -> reader.apply(text(example)));
    }

    /** Does something about this value that explains itself when it refuses. */
    public <T> T explained(Supplier<T> step) {
        try {
            return step.get();
        } catch (ConfigMistake e) {
            throw e; // names its own line
        } catch (IllegalArgumentException e) {
            throw mistake(String.valueOf(e.getMessage()));
        }
    }
}

package dev.holdfast.server.protocol;

import dev.holdfast.internal.base.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A section of the configuration: texts, lists and further sections by their keys. Every mistake is a {@link SettingException}
 * that names the key.
 */
public final class Settings {
    private final String name;
    private final Map<String, Object> values;
    private final Path folder;
    private final ResourceNames.Reader maps;

    /**
     * @param name of the section, as in {@code serve.protocols.git-lfs}
     * @param values texts, lists of texts, and maps of the same kind
     * @param folder that relative paths begin at
     * @param maps reads the maps of other projects
     */
    public Settings(String name, Map<String, Object> values, Path folder, ResourceNames.Reader maps) {
        this.name = name;
        this.values = new LinkedHashMap<>(values);
        this.folder = folder;
        this.maps = maps;
    }

    /** Throws unless it has these keys alone: a mistyped key must not be ignored. */
    public Settings only(String... keys) {
        Set<String> others = new TreeSet<>(values.keySet());
        Arrays.asList(keys).forEach(others::remove);
        if (!others.isEmpty()) {
            throw new SettingException("There is no " + name + "."
                    + others.iterator().next() + "; there may be " + String.join(", ", keys) + ".");
        }
        return this;
    }

    /** Returns the keys. */
    public Set<String> keys() {
        return values.keySet();
    }

    /** Returns the name of the section, as in {@code serve.protocols.git-lfs}. */
    public String name() {
        return name;
    }

    /** Returns a mistake about a key. */
    public SettingException mistake(String key, String sentence) {
        return new SettingException(name + "." + key + ": " + sentence);
    }

    /** Returns a text; null if it is missing. */
    public @Nullable String text(String key) {
        Object value = values.get(key);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw mistake(key, "A text is expected here.");
    }

    /** Returns a text, or the default if it is missing. */
    public String text(String key, String otherwise) {
        String text = text(key);
        return text == null ? otherwise : text;
    }

    /** Returns a path, which is relative to the folder of the file; null if it is missing. */
    public @Nullable Path path(String key) {
        String text = text(key);
        return text == null ? null : folder.resolve(text).normalize();
    }

    /** Returns a duration such as {@code 7d}, or the default if it is missing. */
    public Duration duration(String key, Duration otherwise) {
        String text = text(key);
        try {
            return text == null ? otherwise : Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw mistake(key, String.valueOf(e.getMessage()));
        }
    }

    /** Returns a whole number, or the default if it is missing. */
    public int number(String key, int otherwise, int least, int most) {
        String text = text(key);
        try {
            int number = text == null ? otherwise : Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw mistake(key, "A whole number from " + least + " to " + most + " is expected here, not '" + text + "'.");
    }

    /** Returns the texts of a list; empty if it is missing. */
    public List<String> texts(String key) {
        Object value = values.get(key);
        if (value == null) {
            return List.of();
        } else if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String.class::cast).toList();
        }
        throw mistake(key, "A list of texts is expected here.");
    }

    /** Returns a section within it; empty if it is missing. */
    @SuppressWarnings("unchecked") // the keys of the file are texts
    public Settings section(String key) {
        Object value = values.get(key);
        if (value == null || value.equals("")) {
            return new Settings(name + "." + key, Map.of(), folder, maps);
        } else if (value instanceof Map<?, ?> map) {
            return new Settings(name + "." + key, (Map<String, Object>) map, folder, maps);
        }
        throw mistake(key, "Keys with values are expected here.");
    }

    /** Returns the map of the project whose {@code holdfast.yaml} is named; null if none is named. */
    public @Nullable ResourceNames map(String key) {
        Path file = path(key);
        return file == null ? null : maps.read(file);
    }
}

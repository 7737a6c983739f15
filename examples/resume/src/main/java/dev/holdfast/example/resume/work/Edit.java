package dev.holdfast.example.resume.work;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One step of a session: makes a new text of the one before. */
public enum Edit {
    TRIM,
    SORT,
    REVERSE,
    UNIQUE,
    UPPER,
    /** Numbers the lines; done twice, it shows. */
    NUMBER;

    private List<String> apply(List<String> lines) {
        return switch (this) {
            case TRIM -> lines.stream().map(String::strip).toList();
            case SORT -> lines.stream().sorted().toList();
            case REVERSE -> {
                List<String> reversed = new ArrayList<>(lines);
                Collections.reverse(reversed);
                yield reversed;
            }
            case UNIQUE -> lines.stream().distinct().toList();
            case UPPER ->
                lines.stream().map(line -> line.toUpperCase(Locale.ROOT)).toList();
            case NUMBER ->
                IntStream.range(0, lines.size())
                        .mapToObj(i -> (i + 1) + " " + lines.get(i))
                        .toList();
        };
    }

    /** The name that people use. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static String labels() {
        return Arrays.stream(values()).map(Edit::label).collect(Collectors.joining(", "));
    }

    /** Returns a session of steps on a text; each output is the whole text after a step. */
    public static Work session(List<Edit> steps, List<String> text) {
        return new Work() {
            @Override
            public int size() {
                return steps.size();
            }

            @Override
            public String next(List<String> outputs) {
                return steps.get(outputs.size()).apply(result(outputs)).stream()
                        .map(line -> line + "\n")
                        .collect(Collectors.joining());
            }

            @Override
            public List<String> result(List<String> outputs) {
                return outputs.isEmpty()
                        ? text
                        : outputs.get(outputs.size() - 1).lines().toList();
            }
        };
    }
}

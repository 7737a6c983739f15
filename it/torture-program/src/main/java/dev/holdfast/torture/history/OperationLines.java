package dev.holdfast.torture.history;

import dev.holdfast.Mode;
import dev.holdfast.internal.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Operations as JSON: one line when it begins and one when it ends. */
final class OperationLines {
    static final String BEGIN = "begin";
    static final String END = "end";

    private OperationLines() {}

    static String begin(Operation operation) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put(BEGIN, operation.id());
        line.put("t", operation.begin());
        line.put("kind", operation.kind().name());
        if (!operation.resources().isEmpty()) {
            line.put("resources", operation.resources());
        }
        if (operation.of() != 0) {
            line.put("of", operation.of());
        }
        if (operation.mode() == Mode.SHARED) {
            line.put("mode", operation.mode().name());
        }
        common(line, operation);
        return Json.write(line) + "\n";
    }

    static String end(Operation operation) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put(END, operation.id());
        line.put("t", operation.end());
        line.put("outcome", operation.outcome().name());
        text(line, "hold", operation.hold());
        if (!operation.fences().isEmpty()) {
            line.put("fences", operation.fences());
        }
        if (operation.count() != 0) {
            line.put("count", operation.count());
        }
        text(line, "note", operation.note());
        common(line, operation);
        return Json.write(line) + "\n";
    }

    private static void common(Map<String, @Nullable Object> line, Operation operation) {
        text(line, "owner", operation.owner());
        text(line, "user", operation.user());
        if (operation.checked() != 0) {
            line.put("checked", operation.checked());
        }
    }

    private static void text(Map<String, @Nullable Object> line, String name, String value) {
        if (!value.isEmpty()) {
            line.put(name, value);
        }
    }

    /** Reads the line of a begin: an operation that has not ended. */
    static Operation begun(String process, Map<String, @Nullable Object> line) {
        return new Operation(
                process,
                number(line, BEGIN),
                Kind.valueOf(text(line, "kind")),
                Outcome.OPEN,
                number(line, "of"),
                text(line, "owner"),
                text(line, "user"),
                line.containsKey("mode") ? Mode.valueOf(text(line, "mode")) : Mode.EXCLUSIVE,
                texts(line, "resources"),
                number(line, "t"),
                Long.MAX_VALUE,
                "",
                List.of(),
                number(line, "checked"),
                0,
                "");
    }

    /** Adds the line of an end. */
    static Operation ended(Operation begun, Map<String, @Nullable Object> line) {
        String owner = text(line, "owner");
        return new Operation(
                begun.process(),
                begun.id(),
                begun.kind(),
                Outcome.valueOf(text(line, "outcome")),
                begun.of(),
                owner.isEmpty() ? begun.owner() : owner,
                begun.user(),
                begun.mode(),
                begun.resources(),
                begun.begin(),
                number(line, "t"),
                text(line, "hold"),
                numbers(line, "fences"),
                Math.max(begun.checked(), number(line, "checked")),
                number(line, "count"),
                text(line, "note"));
    }

    private static String text(Map<String, @Nullable Object> line, String name) {
        Object value = line.get(name);
        return value == null ? "" : value.toString();
    }

    static long number(Map<String, @Nullable Object> line, String name) {
        Object value = line.get(name);
        return value == null ? 0 : ((Number) value).longValue();
    }

    private static List<String> texts(Map<String, @Nullable Object> line, String name) {
        List<String> texts = new ArrayList<>();
        if (line.get(name) instanceof List<?> list) {
            list.forEach(one -> texts.add(String.valueOf(one)));
        }
        return texts;
    }

    private static List<Long> numbers(Map<String, @Nullable Object> line, String name) {
        List<Long> numbers = new ArrayList<>();
        if (line.get(name) instanceof List<?> list) {
            list.forEach(one -> numbers.add(((Number) one).longValue()));
        }
        return numbers;
    }
}

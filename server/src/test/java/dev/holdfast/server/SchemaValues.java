package dev.holdfast.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Values made up from a schema: most as it wants them, some at a bound or one beyond it, some of another kind. */
final class SchemaValues {
    private static final List<String> TEXTS = List.of(
            "",
            "..",
            "a\u0000b",
            "\ud800",
            "😀",
            "<script>",
            "00000000000000000000000000000000.r",
            "exclusive",
            "shared",
            "90s",
            "-1s",
            "PT9999999999H",
            "\r\nX: y");
    /** What a text without a bound may be long. */
    private static final long LONG = 600;
    /** A wait that ends, or that is none. */
    private static final List<Object> WAITS = List.of(0L, "0s", "10ms", -1L, 86_401L, "25h", "soon");

    private final Random random;
    private final Names names;
    private boolean beyond;

    /** Gives a value to members of some names, so that calls have to do with each other. */
    interface Names {
        /** Returns a value for a text of that name, or null for any. */
        @Nullable
        String text(String name);
    }

    SchemaValues(Random random, Names names) {
        this.random = random;
        this.names = names;
    }

    /** Returns a new value of that schema. */
    @Nullable
    Object of(String name, Map<?, ?> schema) {
        beyond = false;
        return value(name, schema, 0);
    }

    /** Returns whether the last value has a member that is one beyond what the schema states as its bound. */
    boolean isBeyond() {
        return beyond;
    }

    private @Nullable Object value(String name, Map<?, ?> schema, int depth) {
        if (name.equals("wait")) {
            return WAITS.get(random.nextInt(WAITS.size())); // others would be waited for
        }
        if (random.nextInt(25) == 0 || depth > 4) {
            return odd();
        }
        if (schema.get("oneOf") instanceof List<?> choices) {
            return value(name, (Map<?, ?>) choices.get(random.nextInt(choices.size())), depth + 1);
        } else if (schema.get("enum") instanceof List<?> choices) {
            return choices.get(random.nextInt(choices.size()));
        }
        return switch (String.valueOf(schema.get("type"))) {
            case "object" -> object(schema, depth);
            case "array" -> array(name, schema, depth);
            case "integer" -> integer(schema);
            case "boolean" -> random.nextBoolean();
            default -> made(name, schema);
        };
    }

    private long integer(Map<?, ?> schema) {
        Long least = (Long) schema.get("minimum");
        Long most = (Long) schema.get("maximum");
        return switch (random.nextInt(12)) {
            case 0 -> least == null ? Long.MIN_VALUE : least;
            case 1 -> most == null ? Long.MAX_VALUE : most;
            case 2 -> least == null ? 0 : outside(least - 1);
            case 3 -> most == null ? 0 : outside(most + 1);
            default -> (least == null ? 0 : least) + random.nextInt(100);
        };
    }

    private <T> T outside(T value) {
        beyond = true;
        return value;
    }

    private List<@Nullable Object> array(String name, Map<?, ?> schema, int depth) {
        Map<?, ?> items = (Map<?, ?>) schema.get("items");
        long most = (Long) schema.get("maxItems");
        long least = schema.get("minItems") instanceof Long some ? some : 0;
        long count = switch (random.nextInt(40)) {
            case 0 -> most;
            case 1 -> outside(most + 1);
            case 2 -> least == 0 ? 0 : outside(least - 1);
            case 3, 4, 5, 6 -> 3;
            default -> 1;
        };
        List<@Nullable Object> list = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            // Many are alike: what is wrong with one of a thousand hides all else.
            list.add(count > 3 && items.get("type").equals("string") ? "n" + i : value(name, items, depth + 1));
        }
        return list;
    }

    private Map<String, @Nullable Object> object(Map<?, ?> schema, int depth) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        List<?> required = schema.get("required") instanceof List<?> list ? list : List.of();
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((key, property) -> {
                String name = key.toString();
                if (required.contains(name) ? random.nextInt(40) > 0 : random.nextInt(4) == 0) {
                    object.put(name, value(name, (Map<?, ?>) property, depth + 1));
                }
            });
        }
        if (random.nextInt(25) == 0) {
            object.put("odd", odd());
        }
        return object;
    }

    /** Returns a text of that schema, at its bound, beyond it, or one that is hostile. */
    String text(String name, Map<?, ?> schema) {
        beyond = false;
        return made(name, schema);
    }

    private String made(String name, Map<?, ?> schema) {
        long most = schema.get("maxLength") instanceof Long bound ? bound : LONG;
        String usual = names.text(name);
        return switch (random.nextInt(16)) {
            case 0 -> "x".repeat((int) most);
            case 1 -> {
                beyond |= schema.containsKey("maxLength");
                yield "x".repeat((int) most + 1);
            }
            case 2, 3, 4 -> TEXTS.get(random.nextInt(TEXTS.size()));
            default -> usual == null ? "r" : usual;
        };
    }

    private @Nullable Object odd() {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> List.of();
            case 2 -> Map.of("x", List.of(1L));
            case 3 -> Long.MIN_VALUE;
            case 4 -> true;
            default -> TEXTS.get(random.nextInt(TEXTS.size()));
        };
    }
}

package dev.holdfast.server.http;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Durations;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The members of a JSON object from a client. Throws a clear {@link Problem} for a member of the wrong type. */
public final class JsonBody {
    /** The body of a request without one. */
    public static final JsonBody NONE = new JsonBody(Map.of(), "");

    private static final int MAX_SHOWN = 40;

    private final Map<String, @Nullable Object> members;
    private final String path;

    private JsonBody(Map<String, @Nullable Object> members, String path) {
        this.members = members;
        this.path = path;
    }

    /** Parses a body. */
    static JsonBody of(byte[] body) {
        try {
            return new JsonBody(Json.readObject(decoded(body)), "");
        } catch (CharacterCodingException e) {
            throw malformed("it is not UTF-8");
        } catch (JsonException e) {
            throw malformed(String.valueOf(e.getMessage()));
        }
    }

    private static String decoded(byte[] body) throws CharacterCodingException {
        for (byte one : body) {
            if (one < 0) {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(body))
                        .toString();
            }
        }
        // Most bodies have ASCII alone, which needs no decoder.
        return new String(body, StandardCharsets.ISO_8859_1);
    }

    private static Problem malformed(String why) {
        return new Problem(400, "Malformed JSON", "The body must be a JSON object, and cannot be parsed: " + why + ".");
    }

    /** Throws a {@link Problem} for any other member: a mistyped name must not be ignored silently. */
    public JsonBody only(String... names) {
        List<String> allowed = Arrays.asList(names);
        if (!allowed.containsAll(members.keySet())) {
            Set<String> others = new TreeSet<>(members.keySet());
            allowed.forEach(others::remove);
            throw Problem.invalid(
                    "There is no '" + path + shown(others.iterator().next()) + "' here; there may be "
                            + String.join(", ", new TreeSet<>(allowed)) + ".");
        }
        return this;
    }

    /** Returns the name as it is shown in a message, with a maximum length. */
    private static String shown(String name) {
        return name.length() > MAX_SHOWN ? name.substring(0, MAX_SHOWN) + "…" : name;
    }

    /** Returns whether there is such a member that is not null. */
    public boolean has(String name) {
        return members.get(name) != null;
    }

    /** Returns a text, or null if it is missing. */
    public @Nullable String text(String name) {
        Object value = members.get(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw wrong(name, "a text in quotation marks");
    }

    /** Returns a text, or the default if it is missing. */
    public String text(String name, String otherwise) {
        String text = text(name);
        return text == null ? otherwise : text;
    }

    /** Returns a text, or throws if it is missing. */
    public String requiredText(String name) {
        String text = text(name);
        if (text == null) {
            throw wrong(name, "given");
        }
        return text;
    }

    /** Returns a boolean, or the default if it is missing. */
    public boolean flag(String name, boolean otherwise) {
        Object value = members.get(name);
        if (value == null) {
            return otherwise;
        } else if (value instanceof Boolean flag) {
            return flag;
        }
        throw wrong(name, "true or false");
    }

    /** Returns a whole number, or throws if it is missing. */
    public long requiredNumber(String name) {
        if (members.get(name) instanceof Long number) {
            return number;
        }
        throw wrong(name, "a whole number");
    }

    /** Returns a duration as in {@code "90s"} or {@code "PT90S"}, or a number of seconds; null if it is missing. */
    public @Nullable Duration duration(String name) {
        Object value = members.get(name);
        try {
            if (value instanceof Long seconds) {
                return Duration.ofSeconds(seconds);
            } else if (value == null) {
                return null;
            } else if (value instanceof String text && text.length() <= Bounds.DURATION) {
                return Durations.parse(text);
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw wrong(name, "a duration such as \"90s\", \"15m\" or \"PT90S\"");
        }
        throw wrong(name, "a duration such as \"90s\", \"15m\" or \"PT90S\"");
    }

    /** Returns a list of texts; empty if it is missing. */
    public List<String> texts(String name) {
        Object value = members.get(name);
        List<String> texts = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                if (!(item instanceof String text)) {
                    throw wrong(name, "a list of texts in quotation marks");
                }
                texts.add(text);
            }
        } else if (value != null) {
            throw wrong(name, "a list of texts in quotation marks");
        }
        return texts;
    }

    /** Returns a nested object; empty if it is missing. */
    @SuppressWarnings("unchecked") // the reader makes maps of no other type
    public JsonBody nested(String name) {
        Object value = members.get(name);
        if (value == null) {
            return new JsonBody(Map.of(), path + name + ".");
        } else if (value instanceof Map<?, ?> map) {
            return new JsonBody((Map<String, @Nullable Object>) map, path + name + ".");
        }
        throw wrong(name, "an object");
    }

    /** Returns a list of objects; empty if it is missing. */
    @SuppressWarnings("unchecked") // the reader makes maps of no other type
    public List<JsonBody> objects(String name) {
        Object value = members.get(name);
        List<JsonBody> objects = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                if (!(item instanceof Map<?, ?> map)) {
                    throw wrong(name, "a list of objects");
                }
                objects.add(new JsonBody((Map<String, @Nullable Object>) map, path + name + "[]."));
            }
        } else if (value != null) {
            throw wrong(name, "a list of objects");
        }
        return objects;
    }

    private Problem wrong(String name, String wanted) {
        return Problem.invalid("'" + path + name + "' must be " + wanted + ".");
    }
}

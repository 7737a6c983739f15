package dev.holdfast.client;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.base.Durations;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object from a server. Throws if a member has the wrong type, since no Holdfast server sends that. */
record JsonReply(Map<?, ?> members) {
    static JsonReply parse(String text) {
        try {
            return new JsonReply(Json.readObject(text));
        } catch (JsonException e) {
            throw strange("it is not JSON", e);
        }
    }

    boolean has(String name) {
        return members.get(name) != null;
    }

    @Nullable
    String textOrNull(String name) {
        Object value = members.get(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw strange("'" + name + "' is not a text", null);
    }

    String text(String name) {
        String text = textOrNull(name);
        if (text == null) {
            throw strange("'" + name + "' is missing", null);
        }
        return text;
    }

    String text(String name, String otherwise) {
        String text = textOrNull(name);
        return text == null ? otherwise : text;
    }

    long number(String name) {
        if (members.get(name) instanceof Long number) {
            return number;
        }
        throw strange("'" + name + "' is not a number", null);
    }

    long number(String name, long otherwise) {
        return has(name) ? number(name) : otherwise;
    }

    boolean flag(String name) {
        if (members.get(name) instanceof Boolean flag) {
            return flag;
        }
        throw strange("'" + name + "' is neither true nor false", null);
    }

    @Nullable
    Instant timeOrNull(String name) {
        String text = textOrNull(name);
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            throw strange("'" + name + "' is not a time", e);
        }
    }

    Instant time(String name) {
        Instant time = timeOrNull(name);
        if (time == null) {
            throw strange("'" + name + "' is missing", null);
        }
        return time;
    }

    @Nullable
    Duration durationOrNull(String name) {
        String text = textOrNull(name);
        try {
            return text == null ? null : Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw strange("'" + name + "' is not a duration", e);
        }
    }

    Duration duration(String name) {
        Duration duration = durationOrNull(name);
        if (duration == null) {
            throw strange("'" + name + "' is missing", null);
        }
        return duration;
    }

    <E extends Enum<E>> E choice(String name, Class<E> type) {
        String text = text(name);
        try {
            return Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw strange("'" + name + "' is '" + text + "'", e);
        }
    }

    @Nullable
    JsonReply objectOrNull(String name) {
        Object value = members.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Map<?, ?> map) {
            return new JsonReply(map);
        }
        throw strange("'" + name + "' is not an object", null);
    }

    JsonReply object(String name) {
        JsonReply object = objectOrNull(name);
        if (object == null) {
            throw strange("'" + name + "' is missing", null);
        }
        return object;
    }

    /** Returns a list of objects; empty if it is missing. */
    List<JsonReply> list(String name) {
        Object value = members.get(name);
        List<JsonReply> list = new ArrayList<>();
        if (value instanceof List<?> items) {
            for (Object item : items) {
                if (!(item instanceof Map<?, ?> map)) {
                    throw strange("'" + name + "' has an item that is not an object", null);
                }
                list.add(new JsonReply(map));
            }
        } else if (value != null) {
            throw strange("'" + name + "' is not a list", null);
        }
        return list;
    }

    private static StoreUnreachableException strange(String why, @Nullable Throwable cause) {
        return new StoreUnreachableException(
                "The answer is not from a Holdfast server (" + why + "): check the address, and that"
                        + " server and client are of the same version.",
                cause);
    }
}

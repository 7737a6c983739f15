package dev.holdfast.internal.codec;

import dev.holdfast.HoldId;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.base.Durations;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.base.Stamp;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fields of a JSON object, each asked for by name and type; an error names the field. */
record Fields(Map<?, ?> map) {
    static Fields of(@Nullable Object tree) {
        if (tree instanceof Fields fields) {
            return fields;
        }
        if (tree instanceof Map<?, ?> map) {
            return new Fields(map);
        }
        throw new UnreadableRecordException("An object is expected here.", null);
    }

    @Nullable
    Object get(String field) {
        return map.get(field);
    }

    String text(String field) {
        return required(field, String.class, "a text");
    }

    String textOrEmpty(String field) {
        return map.get(field) == null ? "" : text(field);
    }

    long number(String field) {
        return required(field, Long.class, "a whole number");
    }

    /** Returns false if there is no such field. */
    boolean isTrue(String field) {
        return map.get(field) != null && required(field, Boolean.class, "true or false");
    }

    Fields object(String field) {
        return of(required(field, Map.class, "an object"));
    }

    HoldId id(String field) {
        String text = text(field);
        try {
            return HoldId.parse(text);
        } catch (IllegalArgumentException e) {
            throw impossible(field, text, e);
        }
    }

    Instant time(String field) {
        return time(field, text(field));
    }

    /** Returns no times if there is no such field. */
    List<Instant> times(String field) {
        return list(field, text -> time(field, text), String.class);
    }

    private static Instant time(String field, String text) {
        try {
            return text.equals(Parts.STAMP) ? Stamp.TIME : Instants.parse(text);
        } catch (DateTimeException e) {
            throw impossible(field, text, e);
        }
    }

    Instant timeOr(String field, Instant usual) {
        return map.get(field) == null ? usual : time(field);
    }

    @Nullable
    Instant timeOrNull(String field) {
        return map.get(field) == null ? null : time(field);
    }

    Duration duration(String field) {
        String text = text(field);
        try {
            return Durations.iso(text);
        } catch (DateTimeException e) {
            throw impossible(field, text, e);
        }
    }

    @Nullable
    Duration durationOrNull(String field) {
        return map.get(field) == null ? null : duration(field);
    }

    <E extends Enum<E>> E choice(String field, Class<E> type) {
        String text = text(field);
        try {
            return Enum.valueOf(type, text);
        } catch (IllegalArgumentException e) {
            throw impossible(field, text, e);
        }
    }

    <T> List<T> list(String field, Function<Fields, T> read) {
        return list(field, map -> read.apply(of(map)), Map.class);
    }

    <S, T> List<T> list(String field, Function<S, T> read, Class<S> type) {
        if (map.get(field) == null) {
            return List.of();
        }
        List<T> all = new ArrayList<>();
        for (Object element : required(field, List.class, "a list")) {
            if (!type.isInstance(element)) {
                throw new UnreadableRecordException(
                        "The field '" + field + "' holds an element of the wrong type.", null);
            }
            all.add(read.apply(type.cast(element)));
        }
        return all;
    }

    private static UnreadableRecordException impossible(String field, String text, RuntimeException cause) {
        return new UnreadableRecordException("The field '" + field + "' cannot be '" + text + "'.", cause);
    }

    private <T> T required(String field, Class<T> type, String what) {
        Object value = map.get(field);
        if (!type.isInstance(value)) {
            throw new UnreadableRecordException("The field '" + field + "' must be " + what + ".", null);
        }
        return type.cast(value);
    }
}

package dev.holdfast.cli.options;

import dev.holdfast.LockEvent;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Kinds of events as the history shows them: {@code handed-over}. */
public final class EventKindConverter implements ITypeConverter<LockEvent.EventKind> {
    @Override
    public LockEvent.EventKind convert(String text) {
        for (LockEvent.EventKind kind : LockEvent.EventKind.values()) {
            if (label(kind).equalsIgnoreCase(text)) {
                return kind;
            }
        }
        throw new TypeConversionException("'" + text + "' is not a kind of event; there are "
                + Arrays.stream(LockEvent.EventKind.values())
                        .map(EventKindConverter::label)
                        .collect(Collectors.joining(", "))
                + ".");
    }

    private static String label(LockEvent.EventKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package dev.holdfast.cli.options;

import dev.holdfast.rules.Notice;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Kinds of events as the history shows them: {@code handed-over}. */
public final class EventKindConverter implements ITypeConverter<Notice.Kind> {
    @Override
    public Notice.Kind convert(String text) {
        for (Notice.Kind kind : Notice.Kind.values()) {
            if (label(kind).equalsIgnoreCase(text)) {
                return kind;
            }
        }
        throw new TypeConversionException("'" + text + "' is not a kind of event; there are "
                + Arrays.stream(Notice.Kind.values())
                        .map(EventKindConverter::label)
                        .collect(Collectors.joining(", ")) + ".");
    }

    private static String label(Notice.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

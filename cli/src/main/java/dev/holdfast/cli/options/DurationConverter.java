package dev.holdfast.cli.options;

import dev.holdfast.internal.base.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as options and arguments. A bare number is that of seconds. */
public final class DurationConverter implements ITypeConverter<Duration> {
    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is none, saying how to write it
     */
    public static Duration read(String text) {
        boolean bare = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return Durations.parse(bare ? text + "s" : text);
    }

    @Override
    public Duration convert(String text) {
        try {
            return read(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}

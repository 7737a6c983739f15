package dev.holdfast.spring;

import dev.holdfast.internal.base.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Finds the known name that a misspelled one is meant to be. */
final class NearestName {
    private static final int MOST = 4;

    private NearestName() {}

    /** Returns the closest known name; null if none is close. */
    static @Nullable String to(String name, Collection<String> known) {
        return known.stream()
                .filter(candidate ->
                        EditDistance.between(name, candidate) <= Math.min(MOST, Math.max(1, candidate.length() / 3)))
                .min(Comparator.<String>comparingInt(candidate -> EditDistance.between(name, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .orElse(null);
    }
}

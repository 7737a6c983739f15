package dev.holdfast.config.internal;

import dev.holdfast.internal.base.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the known words that are closest to a misspelled one. */
public final class NearestWord {
    private NearestWord() {}

    /** Returns the closest known word, if at most about a third of it differs. */
    public static Optional<String> to(String word, Collection<String> known) {
        return several(word, known, 1).stream().findFirst();
    }

    /** Returns the closest known words, the closest first, each differing in at most about a third of its letters. */
    public static List<String> several(String word, Collection<String> known, int limit) {
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= Math.max(1, (candidate.length() + 1) / 3))
                .sorted(Comparator.comparingInt(candidate -> distance(word, candidate)))
                .distinct()
                .limit(limit)
                .toList();
    }

    private static int distance(String one, String other) {
        return EditDistance.between(one.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT));
    }
}

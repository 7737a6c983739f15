package dev.holdfast.config.internal;

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

    /** Returns the number of letters to change, add, remove, or swap with the next one. */
    private static int distance(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[][] steps = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    steps[i][j] = i + j;
                    continue;
                }
                int changed = steps[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                steps[i][j] = Math.min(changed, Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    steps[i][j] = Math.min(steps[i][j], steps[i - 2][j - 2] + 1);
                }
            }
        }
        return steps[a.length()][b.length()];
    }
}

package dev.holdfast.audit.base;

import java.util.Comparator;
import java.util.List;

/**
 * A mistake in its place.
 *
 * @param sentence what is wrong there
 * @param related other places that the sentence rests on
 */
public record Finding(Rule rule, Place place, String sentence, List<Place> related) implements Comparable<Finding> {
    private static final Comparator<Finding> ORDER =
            Comparator.comparing(Finding::place).thenComparing(Finding::rule).thenComparing(Finding::sentence);

    public Finding {
        related = List.copyOf(related);
    }

    @Override
    public int compareTo(Finding other) {
        return ORDER.compare(this, other);
    }
}

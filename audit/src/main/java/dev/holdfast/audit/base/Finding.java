package dev.holdfast.audit.base;

import java.util.Comparator;
import java.util.List;

/**
 * A mistake at a place in the sources.
 *
 * @param sentence the mistake, for people
 * @param related other places that the finding depends on
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

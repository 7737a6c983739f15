package dev.holdfast.testkit;

import dev.holdfast.Mode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges the beliefs of workers after a run: never two holders at the same time unless all share, and fences that grow strictly
 * in the order of the grants of a resource. One may begin in the instant in which another ends.
 *
 * <p>A tenure must lie inside the true hold: its begin is read after the grant, its end before the release. Then whatever
 * overlaps did so in truth. The order of tenures is that of the grants unless both share; then it is unknown, since one
 * of them may have been granted long before its worker looked at the clock, and both may come from one change and have one
 * fence.
 */
public final class HistoryChecker {
    private final List<String> violations = new ArrayList<>();

    private HistoryChecker() {}

    /** Returns one sentence for each violation; empty if all is well. */
    public static List<String> violations(Collection<Tenure> tenures) {
        Map<String, List<Tenure>> byResource = new TreeMap<>();
        for (Tenure tenure : tenures) {
            byResource
                    .computeIfAbsent(tenure.resource(), any -> new ArrayList<>())
                    .add(tenure);
        }
        HistoryChecker checker = new HistoryChecker();
        for (List<Tenure> ofOne : byResource.values()) {
            ofOne.sort(Comparator.comparingLong(Tenure::begin).thenComparingLong(Tenure::end));
            checker.overlaps(ofOne);
            checker.fences(ofOne);
        }
        return List.copyOf(checker.violations);
    }

    private void overlaps(List<Tenure> tenures) {
        List<Tenure> running = new ArrayList<>();
        for (Tenure tenure : tenures) {
            running.removeIf(earlier -> earlier.end() <= tenure.begin());
            for (Tenure earlier : running) {
                if (!tenure.mode().besides(earlier.mode()) && !sameHold(earlier, tenure)) {
                    violations.add("Both at the same time: " + earlier + " and " + tenure + ".");
                }
            }
            running.add(tenure);
        }
    }

    private void fences(List<Tenure> tenures) {
        List<Tenure> byEnd = new ArrayList<>(tenures);
        byEnd.sort(Comparator.comparingLong(Tenure::end));
        Map<Long, Tenure> withFence = new HashMap<>();
        Map<Mode, Tenure> largest = new HashMap<>();
        int ended = 0;
        for (Tenure tenure : tenures) {
            for (; ended < byEnd.size() && byEnd.get(ended).end() <= tenure.begin(); ended++) {
                Tenure over = byEnd.get(ended);
                largest.merge(over.mode(), over, (a, b) -> b.fence() > a.fence() ? b : a);
            }
            for (Tenure earlier : largest.values()) {
                requireLarger(earlier, tenure);
            }
            requireDistinct(withFence.put(tenure.fence(), tenure), tenure);
        }
    }

    private void requireLarger(Tenure earlier, Tenure later) {
        if (!later.mode().besides(earlier.mode()) && later.fence() < earlier.fence()) {
            violations.add("A smaller fence after a larger one: " + earlier + " and " + later + ".");
        }
    }

    private void requireDistinct(@Nullable Tenure other, Tenure tenure) {
        if (other != null && !tenure.mode().besides(other.mode()) && !sameHold(other, tenure)) {
            violations.add("The same fence twice: " + other + " and " + tenure + ".");
        }
    }

    /** Returns whether both are one hold: an owner may enter its own hold again. */
    private static boolean sameHold(Tenure a, Tenure b) {
        return a.fence() == b.fence() && a.owner().equals(b.owner());
    }
}

package dev.holdfast.torture.judge;

import dev.holdfast.torture.history.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The search for fences that do not grow in the order of the grants of a resource, and for fences that two grants have.
 *
 * <p>One grant came before another if its answer came before the other's request. Readers that one change lets in share their
 * fence. An owner that enters its own hold again gets the fence of that hold, as long as a handle of it is open.
 */
final class Fences {
    private final List<Violation> violations = new ArrayList<>();

    private Fences() {}

    /** Names a hold of one resource. */
    private record HoldName(String owner, long fence) {}

    static List<Violation> find(Collection<Tenure> tenures) {
        Map<String, List<Tenure>> byResource = new HashMap<>();
        for (Tenure tenure : tenures) {
            byResource
                    .computeIfAbsent(tenure.resource(), any -> new ArrayList<>())
                    .add(tenure);
        }
        Fences fences = new Fences();
        for (List<Tenure> one : byResource.values()) {
            fences.order(one);
            fences.equal(one);
        }
        return fences.violations;
    }

    private void order(List<Tenure> tenures) {
        List<Tenure> byEnd = new ArrayList<>(tenures);
        byEnd.sort(Comparator.comparingLong(Tenure::granted));
        List<Tenure> byBegin = new ArrayList<>(tenures);
        byBegin.sort(Comparator.comparingLong(tenure -> tenure.grant().begin()));
        int ended = 0;
        @Nullable Tenure largest = null;
        Set<HoldName> seen = new HashSet<>();
        for (Tenure tenure : byBegin) {
            for (;
                    ended < byEnd.size()
                            && byEnd.get(ended).granted() < tenure.grant().begin();
                    ended++) {
                if (largest == null || byEnd.get(ended).fence() > largest.fence()) {
                    largest = byEnd.get(ended);
                }
            }
            // An entry into a hold that is there already is judged by equal fences.
            boolean grants = seen.add(new HoldName(tenure.owner(), tenure.fence()))
                    && tenure.grant().kind() != Kind.ATTACH;
            if (grants && largest != null && tenure.fence() <= largest.fence()) {
                violations.add(Violation.of("Fence does not grow", largest, tenure));
            }
        }
    }

    private void equal(List<Tenure> tenures) {
        Map<Long, List<Tenure>> byFence = new HashMap<>();
        for (Tenure tenure : tenures) {
            byFence.computeIfAbsent(tenure.fence(), any -> new ArrayList<>()).add(tenure);
        }
        for (List<Tenure> same : byFence.values()) {
            same.sort(Comparator.comparingLong(tenure -> tenure.grant().begin()));
            for (int i = 1; i < same.size(); i++) {
                Tenure tenure = same.get(i);
                Tenure first = same.get(0);
                if (!tenure.sameHold(first) && !tenure.besides(first)) {
                    violations.add(Violation.of("Equal fences of different grants", first, tenure));
                } else if (tenure.sameHold(first)
                        && tenure.grant().kind() != Kind.ATTACH
                        && allEnded(same.subList(0, i), tenure)) {
                    violations.add(Violation.of("Equal fence after the hold had ended", first, tenure));
                }
            }
        }
    }

    /** Returns whether each earlier handle of that hold had been released or lost before it was asked for again. */
    private static boolean allEnded(List<Tenure> earlier, Tenure tenure) {
        return earlier.stream()
                .filter(tenure::sameHold)
                .allMatch(one -> one.ended() < tenure.grant().begin());
    }
}

package dev.holdfast.torture.judge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The search for tenures that exclude each other and were held at the same time.
 *
 * <p>It is sound even if processes are stopped at any moment: a tenure reaches from the end of its grant to a moment before its
 * worker found that it holds, and at both the hold was there if the product is right. A grant without such a finding is a
 * violation only if another tenure lasted from before the request until after the answer.
 */
final class Overlaps {
    private Overlaps() {}

    /**
     * Returns the violations.
     *
     * @param group names the tenures that are compared with each other; null for those that are not compared
     */
    static List<Violation> find(
            String promise,
            Collection<Tenure> tenures,
            Function<Tenure, @Nullable String> group,
            BiPredicate<Tenure, Tenure> compatible) {
        Map<String, List<Tenure>> groups = new TreeMap<>();
        for (Tenure tenure : tenures) {
            String name = group.apply(tenure);
            if (name != null) {
                groups.computeIfAbsent(name, any -> new ArrayList<>()).add(tenure);
            }
        }
        List<Violation> violations = new ArrayList<>();
        for (List<Tenure> one : groups.values()) {
            one.sort(Comparator.comparingLong(Tenure::granted));
            List<Tenure> running = new ArrayList<>();
            for (Tenure tenure : one) {
                // Requests overlap, so a tenure that is over may still be compared with one that was asked for before.
                running.removeIf(earlier -> earlier.believed() < tenure.granted());
                for (Tenure earlier : running) {
                    if (overlap(earlier, tenure) && !compatible.test(earlier, tenure)) {
                        violations.add(Violation.of(promise, earlier, tenure));
                    }
                }
                running.add(tenure);
            }
        }
        return violations;
    }

    private static boolean overlap(Tenure earlier, Tenure later) {
        boolean believed = later.believed() > later.granted();
        boolean duringTheRequest = earlier.granted() < later.grant().begin() && earlier.believed() > later.granted();
        return earlier.believed() > later.granted() && (believed || duringTheRequest);
    }
}

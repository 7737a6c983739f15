package dev.holdfast.check;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The order of the classes. A JVM serves one module until that has no class left, the longest ones first; the next JVM serves the
 * module that has most left for each JVM that would serve it.
 */
final class Schedule {
    private final Map<Suite, Pending> pending = new LinkedHashMap<>();
    private final Times times;

    private static final class Pending {
        final Queue<String> classes;
        double seconds;
        int forks;

        Pending(List<String> classes, double seconds) {
            this.classes = new ArrayDeque<>(classes);
            this.seconds = seconds;
        }
    }

    Schedule(List<Suite> suites, Times times) {
        this.times = times;
        for (Suite suite : suites) {
            List<String> longestFirst = suite.classes().stream()
                    .sorted(Comparator.comparingDouble(name -> -times.of(suite.module(), name)))
                    .toList();
            double seconds = longestFirst.stream()
                    .mapToDouble(name -> times.of(suite.module(), name))
                    .sum();
            pending.put(suite, new Pending(longestFirst, seconds));
        }
    }

    /** Returns the module that the next JVM serves; null if none needs another. */
    synchronized @Nullable Suite join() {
        Suite best = null;
        double most = 0;
        for (Map.Entry<Suite, Pending> entry : pending.entrySet()) {
            Pending left = entry.getValue();
            double share = left.seconds / (left.forks + 1);
            if (left.forks < entry.getKey().forks() && !left.classes.isEmpty() && (best == null || share > most)) {
                best = entry.getKey();
                most = share;
            }
        }
        if (best != null) {
            pending(best).forks++;
        }
        return best;
    }

    /** Undoes {@link #join}: the JVM has ended. */
    synchronized void leave(Suite suite) {
        pending(suite).forks--;
    }

    /** Returns the next class of a module; null if none is left. */
    synchronized @Nullable String next(Suite suite) {
        Pending left = pending(suite);
        String name = left.classes.poll();
        if (name != null) {
            left.seconds -= times.of(suite.module(), name);
        }
        return name;
    }

    private Pending pending(Suite suite) {
        Pending found = pending.get(suite);
        if (found == null) {
            throw new IllegalArgumentException("No such module: " + suite.module());
        }
        return found;
    }
}

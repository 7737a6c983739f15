package dev.holdfast.internal.manager;

import dev.holdfast.Policies;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One combiner, or two when there are many callers and the store gains from two rounds at a time. Attempts on one resource
 * mostly take the same combiner, so that they are folded into one change. Where they do not, the later change meets a conflict
 * and is tried again, as after a change of another process.
 *
 * <p>If the store gains nothing from batches, attempts are not combined before they meet a conflict. Those on different resources
 * then have nothing in common.
 */
final class StripedCombiner {
    private final Combiner first;
    private final Combiner second;
    private final int full;
    private final AtomicInteger callers = new AtomicInteger();

    StripedCombiner(LockStore store, Signals signals, Cohorts cohorts, Policies policies) {
        first = new Combiner(store, signals, cohorts, policies);
        second = new Combiner(store, signals, cohorts, policies);
        full = store.fullBatch();
    }

    /** Returns when the attempt is answered. */
    void run(Attempt attempt) {
        if (full == Integer.MAX_VALUE) {
            first.run(attempt);
            return;
        }
        if (full == 1) {
            first.runAlone(attempt);
            return;
        }
        int crowd = callers.incrementAndGet();
        try {
            lane(crowd, attempt).run(attempt);
        } finally {
            callers.decrementAndGet();
        }
    }

    /** Returns when all of them are: attempts of one caller, in as few rounds as can be. */
    void runAll(List<Attempt> attempts) {
        if (!attempts.isEmpty()) {
            lane(callers.get(), attempts.get(0)).runAll(attempts);
        }
    }

    private Combiner lane(int crowd, Attempt attempt) {
        return crowd <= full || isEven(attempt.steps().get(0).key()) ? first : second;
    }

    private static boolean isEven(Key key) {
        int hash = key.name().hashCode();
        return ((hash ^ hash >>> 16 ^ hash >>> 8) & 1) == 0;
    }
}

package dev.holdfast;

import dev.holdfast.rules.Policies;
import dev.holdfast.store.Key;
import dev.holdfast.store.LockStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One round under way, or two when there is a crowd and the store gains by it. What is about one resource usually takes the same
 * lane, so that it is folded into one change instead of two that outdate each other. If it does not, since the crowd comes or
 * goes or it is about several resources, the later change tries again, as it would after one of another process.
 */
final class Lanes {
    private final Combiner first;
    private final Combiner second;
    private final int full;
    private final AtomicInteger callers = new AtomicInteger();

    Lanes(LockStore store, Signals signals, Policies policies) {
        first = new Combiner(store, signals, policies);
        second = new Combiner(store, signals, policies);
        full = store.fullBatch();
    }

    /** Returns when the attempt is answered. */
    void run(Attempt attempt) {
        if (full == Integer.MAX_VALUE) {
            first.run(attempt);
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

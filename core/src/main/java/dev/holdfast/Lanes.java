package dev.holdfast;

import dev.holdfast.store.Key;
import dev.holdfast.store.LockStore;
import java.util.List;

/**
 * As many rounds under way at once as the store likes. All that is about one resource takes the same lane, so that it is folded
 * into one change instead of two that outdate each other; what is about several takes that of the first, and a change that
 * another lane outdated tries again, as it would if another process had.
 */
final class Lanes {
    private final Combiner[] lanes;

    Lanes(LockStore store, Signals signals) {
        lanes = new Combiner[store.lanes()];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new Combiner(store, signals);
        }
    }

    /** Returns when the attempt is answered. */
    void run(Attempt attempt) {
        of(attempt).run(attempt);
    }

    /** Returns when all of them are: attempts of one caller, in as few rounds as can be. */
    void runAll(List<Attempt> attempts) {
        if (!attempts.isEmpty()) {
            of(attempts.get(0)).runAll(attempts);
        }
    }

    private Combiner of(Attempt attempt) {
        return lanes.length == 1 ? lanes[0] : lanes[lane(attempt.steps().get(0).key())];
    }

    private int lane(Key key) {
        int hash = key.name().hashCode() * 0x9E3779B9;
        return (hash >>> 16) % lanes.length;
    }
}

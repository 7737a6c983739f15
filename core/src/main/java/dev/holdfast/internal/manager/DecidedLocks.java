package dev.holdfast.internal.manager;

import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The locks that one plan decides about, each with the state that it gets. Those of the plan's steps come first. */
final class DecidedLocks {
    private final Snapshot snapshot;
    /** One needs no list that can grow. */
    private List<Lock> locks = List.of();

    private Map<Key, Lock> byKey = Map.of();

    private static final class Lock {
        private final Key key;
        private LockState state;

        Lock(Key key, LockState state) {
            this.key = key;
            this.state = state;
        }
    }

    DecidedLocks(Snapshot snapshot, List<Step> steps) {
        this.snapshot = snapshot;
        begin(steps);
    }

    private void begin(List<Step> steps) {
        for (int i = 0; i < steps.size(); i++) {
            Key key = steps.get(i).key();
            add(new Lock(key, snapshot.lock(key)));
        }
    }

    /** Forgets all decisions: the locks of these steps are as the snapshot shows them. */
    void reset(List<Step> steps) {
        locks = List.of();
        byKey = Map.of();
        begin(steps);
    }

    private void add(Lock lock) {
        locks = Changes.with(locks, lock);
        if (locks.size() > Changes.FEW) {
            if (byKey.isEmpty()) {
                byKey = new HashMap<>();
                locks.forEach(known -> byKey.putIfAbsent(known.key, known));
            }
            byKey.putIfAbsent(lock.key, lock);
        }
    }

    private @Nullable Lock find(Key key) {
        if (locks.size() > Changes.FEW) {
            return byKey.get(key);
        }
        for (int i = 0; i < locks.size(); i++) {
            if (locks.get(i).key.equals(key)) {
                return locks.get(i);
            }
        }
        return null;
    }

    /** Returns whether the plan decides about that lock. */
    boolean contains(Key key) {
        return find(key) != null;
    }

    /** Returns the state of a lock with the decisions so far. */
    LockState state(Key key) {
        Lock lock = find(key);
        return lock == null ? snapshot.lock(key) : lock.state;
    }

    /** Sets the state that a lock gets. */
    void become(Key key, LockState next) {
        Lock lock = find(key);
        if (lock == null) {
            add(new Lock(key, next));
        } else {
            lock.state = next;
        }
    }

    int size() {
        return locks.size();
    }

    Key key(int place) {
        return locks.get(place).key;
    }

    LockState state(int place) {
        return locks.get(place).state;
    }
}

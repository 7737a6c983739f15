package dev.holdfast.internal.manager;

import dev.holdfast.StoreException;
import dev.holdfast.UnreadableRecordException;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Holds without a handle: the rest of a lost handle, a release that failed, a grant whose answer got lost. They are released
 * as soon as the store can be reached. An owner that comes back gets a new hold, not an entry into an old one.
 */
final class OrphanedHolds {
    /** Past this, leases end what is left. */
    private static final int MAX = 10_000;

    private static final int MAX_IN_A_ROUND = 256;
    /** Renewals of the holds that are in use must not wait for long, however slowly each release is answered. */
    private static final long MAX_ROUND_NANOS = 500_000_000;

    private final HoldBackend backend;
    private final Set<HandleState> handleStates = ConcurrentHashMap.newKeySet();
    /** The rest of a pass over all of them: what stays busy keeps no other from its turn. */
    private Iterator<HandleState> pass = Collections.emptyIterator();

    OrphanedHolds(HoldBackend backend) {
        this.backend = backend;
    }

    void add(HandleState handleState) {
        if (handleStates.size() < MAX) {
            handleStates.add(handleState);
        }
    }

    boolean isEmpty() {
        return handleStates.isEmpty();
    }

    /** Releases one now, if it is there. If that fails, later rounds go on trying. */
    void releaseQuietly(HandleState handleState) {
        if (handleStates.contains(handleState)) {
            try {
                backend.release(handleState);
                handleStates.remove(handleState);
            } catch (StoreException | UnreadableRecordException | IllegalStateException e) {
                // Its caller knows already that something failed; the rest is tried again.
            }
        }
    }

    /** Releases all of them, as far as the store can be reached. */
    void releaseAllQuietly() {
        handleStates.forEach(this::releaseQuietly);
    }

    /** Releases those on one of these resources, before it is acquired again. Throws if the store cannot be reached. */
    void releaseOn(Collection<String> resources) {
        if (handleStates.isEmpty()) {
            return;
        }
        for (HandleState left : List.copyOf(handleStates)) {
            if (left.isOn(resources)) {
                backend.release(left);
                handleStates.remove(left);
            }
        }
    }

    /**
     * Releases some of them without waiting for what is busy, and goes on with the others at the next call. Throws if the store
     * cannot be reached. For one thread at a time.
     */
    void releaseSome() {
        if (!pass.hasNext()) {
            pass = handleStates.iterator();
        }
        long begin = System.nanoTime();
        for (int i = 0; i < MAX_IN_A_ROUND && pass.hasNext() && System.nanoTime() - begin < MAX_ROUND_NANOS; i++) {
            releaseIfNotBusy(pass.next());
        }
    }

    private void releaseIfNotBusy(HandleState left) {
        try {
            if (handleStates.contains(left) && backend.releaseIfNotBusy(left)) {
                handleStates.remove(left);
            }
        } catch (UnreadableRecordException e) {
            // One record that cannot be read keeps no other from being released.
        }
    }
}

package dev.holdfast.internal.manager;

import dev.holdfast.StoreException;
import dev.holdfast.UnreadableRecordException;
import java.util.Collection;
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
    /** Renewals of the holds that are in use must not wait for long. */
    private static final int MAX_IN_A_ROUND = 256;

    private final HoldBackend backend;
    private final Set<HandleState> handleStates = ConcurrentHashMap.newKeySet();

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

    /** Releases some of them without waiting for what is busy. Throws if the store cannot be reached. */
    void releaseSome() {
        handleStates.stream().limit(MAX_IN_A_ROUND).toList().forEach(left -> {
            try {
                if (backend.releaseIfNotBusy(left)) {
                    handleStates.remove(left);
                }
            } catch (UnreadableRecordException e) {
                // One record that cannot be read keeps no other from being released.
            }
        });
    }
}

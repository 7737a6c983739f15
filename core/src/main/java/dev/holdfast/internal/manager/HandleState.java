package dev.holdfast.internal.manager;

import dev.holdfast.HandOverRequest;
import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.Receipt;
import dev.holdfast.internal.rules.FirstLease;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.spi.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The holds of one handle and the last known records of them. */
public final class HandleState {
    private final List<Receipt> receipts;
    private volatile List<Hold> holds;
    private volatile Snapshot snapshot;
    private volatile Lease lease;
    private volatile List<HandOverRequest> requests = List.of();
    /** The store's time of the earliest of the last heartbeats that are known. */
    private Instant lastSeen = Instant.MIN;

    HandleState(List<Receipt> receipts, List<Hold> holds, Snapshot snapshot) {
        this.receipts = receipts;
        this.holds = ownView(holds);
        this.snapshot = snapshot;
        // Of holds that are given up only the receipts are known.
        this.lease = holds.isEmpty() ? Lease.NONE : Countdown.strictest(this.holds);
    }

    List<Receipt> receipts() {
        return receipts;
    }

    /** Returns the holds as they were granted, confirmed after a hand-over, or made exclusive. */
    List<Hold> holds() {
        return holds;
    }

    boolean isOn(Collection<String> resources) {
        return receipts.stream().anyMatch(receipt -> resources.contains(receipt.resource()));
    }

    /** Returns the last known records; an assumption if only the holds themselves are known. */
    Snapshot snapshot() {
        return snapshot;
    }

    /** Returns the strictest limits of the holds. A promise to hand over changes them. */
    Lease lease() {
        return lease;
    }

    /** Returns the requests to hand these holds over. */
    List<HandOverRequest> requests() {
        return requests;
    }

    void learn(Snapshot newer) {
        snapshot = newer;
        List<Hold> present = new ArrayList<>(receipts.size());
        List<HandOverRequest> open = List.of();
        for (Receipt receipt : receipts) {
            LockState state = newer.lock(Key.lock(receipt.resource()));
            Hold hold = state.holdOf(receipt.holdId());
            if (hold == null) {
                return;
            }
            present.add(hold);
            for (OpenRequest request : state.requests().to(hold)) {
                open = Changes.with(open, request.on(receipt.resource()));
            }
        }
        learn(present, open);
    }

    /** Takes note of the holds as they are, and of the requests to hand them over. */
    synchronized void learn(List<Hold> all, List<HandOverRequest> open) {
        List<Hold> present = ownView(all);
        Instant heartbeat =
                present.stream().map(Hold::seen).min(Instant::compareTo).orElse(lastSeen);
        // An answer that was overtaken by a later one knows nothing of a promise made between them.
        if (!heartbeat.isBefore(lastSeen)) {
            lastSeen = heartbeat;
            lease = Countdown.strictest(present);
            requests = open;
            for (int i = 0; i < present.size(); i++) {
                if (i < holds.size() && isNews(holds.get(i), present.get(i))) {
                    holds = present;
                }
            }
        }
    }

    /** Returns the holds as the receipts may count on them. */
    private List<Hold> ownView(List<Hold> all) {
        List<Hold> seen = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            seen.add(FirstLease.seenBy(receipts.get(i).holdId(), all.get(i)));
        }
        return List.copyOf(seen);
    }

    /** Returns whether a hold was made exclusive since then, or confirmed by its first renewal. */
    private static boolean isNews(Hold then, Hold present) {
        return present.fence() > then.fence() || (present.claimed() && !then.claimed());
    }
}

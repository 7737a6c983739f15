package dev.holdfast;

import dev.holdfast.rules.Hold;
import java.util.Collection;
import java.util.List;

/** What one handle has in hand, and what was last known of it. */
final class HandleState {
    private final List<Receipt> receipts;
    private final List<Hold> holds;
    private volatile Snapshot snapshot;

    HandleState(List<Receipt> receipts, List<Hold> holds, Snapshot snapshot) {
        this.receipts = receipts;
        this.holds = holds;
        this.snapshot = snapshot;
    }

    List<Receipt> receipts() {
        return receipts;
    }

    /** As they were granted. */
    List<Hold> holds() {
        return holds;
    }

    boolean isOn(Collection<String> resources) {
        return receipts.stream().anyMatch(receipt -> resources.contains(receipt.resource()));
    }

    /** A guess where nothing but the holds themselves is known. */
    Snapshot snapshot() {
        return snapshot;
    }

    void learn(Snapshot newer) {
        snapshot = newer;
    }
}

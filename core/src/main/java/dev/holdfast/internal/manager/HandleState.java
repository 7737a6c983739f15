package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.Receipt;
import java.util.Collection;
import java.util.List;

/** The holds of one handle and the last known records of them. */
public final class HandleState {
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

    /** Returns the holds as they were granted. */
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

    void learn(Snapshot newer) {
        snapshot = newer;
    }
}

package dev.holdfast;

import dev.holdfast.rules.Hold;
import java.util.Collection;
import java.util.List;

/** What one handle has in hand, and what was last known of it. */
final class Grip {
    private final List<Receipt> receipts;
    private final List<Hold> holds;
    private volatile Sight sight;

    Grip(List<Receipt> receipts, List<Hold> holds, Sight sight) {
        this.receipts = receipts;
        this.holds = holds;
        this.sight = sight;
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
    Sight sight() {
        return sight;
    }

    void learn(Sight newer) {
        sight = newer;
    }
}

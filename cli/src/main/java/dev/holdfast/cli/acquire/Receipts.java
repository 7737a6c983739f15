package dev.holdfast.cli.acquire;

import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import dev.holdfast.Receipt;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.rules.Hold;
import java.util.List;
import java.util.Optional;

/** What receipts stand for. */
public final class Receipts {
    private Receipts() {}

    /** Reads one that somebody typed. */
    public static Receipt parse(String text) {
        try {
            return Receipt.parse(text.strip());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(e.getMessage() + " Give it as acquire printed it.");
        }
    }

    /** The hold, if it is there and counts. */
    public static Optional<Hold> hold(LockManager manager, Receipt receipt) {
        return manager.holds(List.of(receipt)).get(0);
    }

    /** Why there is no hold, in a sentence. */
    public static String missing(LockManager manager, Receipt receipt) {
        return manager.loss(receipt)
                .map(Loss::sentence)
                .orElse(receipt.resource()
                        + " is not held by this receipt: it was given back already, or ran out long ago.");
    }
}

package dev.holdfast.cli.acquire;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import dev.holdfast.Receipt;
import dev.holdfast.cli.base.CommandFailure;
import java.util.List;
import java.util.Optional;

/** Receipts and their holds. */
public final class Receipts {
    private Receipts() {}

    /** Parses a receipt from the command line. */
    public static Receipt parse(String text) {
        try {
            return Receipt.parse(text.strip());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(e.getMessage() + " Give it as acquire printed it.");
        }
    }

    /** Returns the hold of the receipt if it still counts. */
    public static Optional<Hold> hold(LockManager manager, Receipt receipt) {
        return manager.holds().view(List.of(receipt)).get(0);
    }

    /** Returns a sentence that says why there is no hold. */
    public static String missing(LockManager manager, Receipt receipt) {
        return manager.holds()
                .loss(receipt)
                .map(Loss::sentence)
                .orElse(receipt.resource()
                        + " is not held with this receipt: it was released already, or it expired long ago. To lock it again:"
                        + " holdfast acquire " + receipt.resource());
    }
}

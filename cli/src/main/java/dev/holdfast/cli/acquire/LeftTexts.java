package dev.holdfast.cli.acquire;

import dev.holdfast.Drafts;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.cli.context.CommandContext;
import java.util.List;

/** Says which unfinished texts are kept after a takeover. */
public final class LeftTexts {
    private LeftTexts() {}

    /** Prints a sentence for each text that a former holder left. */
    public static void say(CommandContext context, List<Receipt> taken) {
        Drafts drafts = context.manager().drafts();
        try {
            for (Receipt receipt : taken) {
                drafts.left(receipt).forEach(left -> context.say(left.sentence()));
            }
        } catch (StoreException e) {
            // The lock is taken all the same, and the texts are kept whether or not it is said.
        }
    }
}

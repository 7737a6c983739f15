package dev.holdfast.cli.run;

import dev.holdfast.Hold;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.context.CommandContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The holds that a command may enter instead of waiting for them to end: those whose receipts it was handed in its environment,
 * and those that its own instance took by {@code acquire}.
 */
final class EnterableHolds {
    private final LockManager manager;
    private final List<Receipt> handed;
    private final Optional<Owner> session;

    EnterableHolds(CommandContext context) {
        this.manager = context.manager();
        this.session = context.instance().session();
        String text = context.environment().variable(HeldLocks.RECEIPT);
        this.handed = text == null
                ? List.of()
                : text.lines()
                        .filter(line -> !line.isBlank())
                        .map(EnterableHolds::parse)
                        .toList();
    }

    private static Receipt parse(String line) {
        try {
            return Receipt.parse(line.strip());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("HOLDFAST_RECEIPT is not a list of receipts, one a line: " + e.getMessage()
                    + " Correct it, or unset it.");
        }
    }

    List<Receipt> handed() {
        return handed;
    }

    /**
     * Returns the hold on that resource that may be entered, if there is one.
     *
     * @throws LockLostException if the one that was handed down is lost: going on with a new one would hide that
     */
    Optional<Hold> into(String resource) {
        List<Receipt> ours = new ArrayList<>();
        for (Receipt receipt : handed) {
            if (receipt.resource().equals(resource)) {
                ours.add(receipt);
            }
        }
        if (ours.isEmpty() && session.isEmpty()) {
            return Optional.empty();
        }
        for (Receipt receipt : ours) {
            Optional<Hold> hold = manager.holds().view(List.of(receipt)).get(0);
            if (hold.isPresent()) {
                return hold;
            }
            Optional<Loss> loss = manager.holds().loss(receipt);
            if (loss.isPresent()) {
                throw new LockLostException(loss.get());
            }
        }
        for (Hold hold : standing(resource)) {
            if (session.isPresent() && hold.owner().id().equals(session.get().id())) {
                return Optional.of(hold);
            }
        }
        return Optional.empty();
    }

    private List<Hold> standing(String resource) {
        List<Hold> standing = new ArrayList<>();
        for (LockView.Holder judged : manager.view(resource).holders()) {
            if (!judged.state().ended()) {
                standing.add(judged.hold());
            }
        }
        return standing;
    }
}

package dev.holdfast.internal.manager;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Refusal;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Group;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of an attempt that the first try did not decide: its doubts, and how long it has been tried. */
final class RetryState {
    /** With every conflict another caller makes progress, so this many in a row mean that the store misbehaves. */
    private static final int MAX_TRIES = 10_000;
    /** A caller takes milliseconds to change a record, unless an application has left a transaction open. */
    private static final Duration MAX_BUSY = Duration.ofSeconds(10);
    /** The same for a caller that does not wait: longer than a commit, and no longer than a person notices. */
    private static final Duration MAX_BUSY_UNTIL_REFUSED = Duration.ofMillis(500);

    /** The outcome of every command of an attempt that was refused because another transaction has the record. */
    static final Outcome BUSY = new Outcome.Refused(Refusal.Reason.BUSY, List.of(), null);

    private final Attempt attempt;
    private final Settler settler;
    private final String store;
    private @Nullable OutcomeUnknownException doubt;
    private int tries;
    private long busySince;

    RetryState(Attempt attempt, Settler settler, String store) {
        this.attempt = attempt;
        this.settler = settler;
        this.store = store;
    }

    Attempt attempt() {
        return attempt;
    }

    boolean done() {
        return attempt.answer() == Attempt.Answer.DONE;
    }

    boolean busy() {
        return attempt.answer() == Attempt.Answer.BUSY;
    }

    /** Sees to what came of the last try; throws what ends it. */
    void settle() {
        tries++;
        if (attempt.answer() == Attempt.Answer.FAILED) {
            settleFailure();
        }
        if (!busy()) {
            busySince = 0;
        } else if (busySince == 0) {
            busySince = System.nanoTime();
        } else if (attempt.isRefusedIfBusy() && doubt == null) {
            refuse();
        } else if (System.nanoTime() - busySince > MAX_BUSY.toNanos()) {
            throw new StoreUnreachableException(
                    "Another program has been changing the lock '"
                            + attempt.steps().get(0).resource() + "' in " + store
                            + " for " + MAX_BUSY.toSeconds()
                            + " seconds without an end, perhaps in a transaction that was left open: try again when that"
                            + " is over.",
                    null);
        }
        if (tries == MAX_TRIES) {
            throw new StoreUnreachableException(
                    "The store " + store + " answered " + tries
                            + " tries in a row with a conflict; it is overloaded or broken. Check the store, then try again.",
                    null);
        }
    }

    private void refuse() {
        if (System.nanoTime() - busySince > MAX_BUSY_UNTIL_REFUSED.toNanos()) {
            attempt.decided(Collections.nCopies(attempt.steps().size(), BUSY));
            attempt.answer(Attempt.Answer.DONE, attempt.snapshot());
        }
    }

    /** Settles a lost answer: finds out whether the change was made. Throws any other failure. */
    private void settleFailure() {
        RuntimeException failure = attempt.failure();
        if (failure instanceof OutcomeUnknownException unknown && attempt.sent() != null) {
            Settler.Found found = settled(attempt.sent(), unknown);
            if (found == Settler.Found.APPLIED) {
                attempt.answer(Attempt.Answer.DONE, attempt.snapshot());
            } else if (found == Settler.Found.IN_DOUBT) {
                doubt = unknown;
            }
        } else if (failure != null) {
            throw failure;
        }
    }

    private Settler.Found settled(Group sent, OutcomeUnknownException unknown) {
        String what = "The answer to a change of " + attempt.steps().get(0).resource() + " in " + store + " was lost";
        try {
            Settler.Found found = settler.settle(attempt, sent, unknown);
            settler.log().info(what + " and is settled: " + found.sentence());
            return found;
        } catch (OutcomeUnknownException e) {
            settler.log().warning(what + " and cannot be settled: its caller does not know the outcome.");
            throw e;
        }
    }

    /** Returns the failure for the caller: the earlier one, if it would be untrue that nothing was changed. */
    RuntimeException told(RuntimeException failure) {
        if (doubt == null) {
            return failure;
        }
        doubt.addSuppressed(failure);
        return doubt;
    }
}

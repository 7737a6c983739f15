package dev.holdfast.internal.manager;

import dev.holdfast.HandOverRequest;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.Receipt;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The attempts and results of calls that name holds by their receipts. Each result is remembered for the next call. */
final class ReceiptCalls {
    private final Engine engine;
    private final DraftCalls drafts;
    private final RecentLocks recentLocks;

    ReceiptCalls(Engine engine, DraftCalls drafts, RecentLocks recentLocks) {
        this.engine = engine;
        this.drafts = drafts;
        this.recentLocks = recentLocks;
    }

    /** Remembers the records that a request was decided on, and returns the request. */
    DecidedRequest noted(DecidedRequest decided) {
        decided.receipts()
                .forEach(receipt -> recentLocks.note(receipt.resource(), decided.snapshot(), decided.before()));
        return decided;
    }

    /** Returns the attempt at a renewal. */
    Attempt renewing(Heartbeat heartbeat) {
        Receipt receipt = heartbeat.receipt();
        Command renew = new Command.Renew(
                receipt.holdId(),
                heartbeat.activity(),
                heartbeat.processes(),
                drafts.checked(receipt.resource(), heartbeat.draft()));
        return new Attempt(List.of(engine.step(receipt.resource(), renew)), recentLocks.of(receipt));
    }

    /** Returns the result of a renewal. */
    Renewal renewal(Heartbeat heartbeat, Attempt attempt, Moment before) {
        recentLocks.note(heartbeat.receipt().resource(), attempt.snapshot(), before);
        Optional<Hold> hold = attempt.outcomes().get(0) instanceof Outcome.Renewed renewed
                ? Optional.of(renewed.hold())
                : Optional.empty();
        return new Renewal(
                hold,
                DraftCalls.kept(heartbeat, attempt.snapshot()),
                hold.map(held -> requests(heartbeat.receipt(), held, attempt.snapshot()))
                        .orElse(List.of()));
    }

    private static List<HandOverRequest> requests(Receipt receipt, Hold hold, Snapshot after) {
        String resource = receipt.resource();
        return after.lock(Key.lock(resource)).requests().on(resource, hold);
    }

    /** Renews several holds together without waiting for those that are busy, whose results are empty. */
    List<Optional<Renewal>> renewIfNotBusy(List<Heartbeat> heartbeats, Moment before) {
        List<Attempt> attempts = heartbeats.stream().map(this::renewing).toList();
        engine.runWithoutWaiting(attempts);
        List<Optional<Renewal>> renewals = new ArrayList<>(attempts.size());
        for (int i = 0; i < attempts.size(); i++) {
            Attempt attempt = attempts.get(i);
            renewals.add(
                    attempt.answer() == Attempt.Answer.DONE
                            ? Optional.of(renewal(heartbeats.get(i), attempt, before))
                            : Optional.empty());
        }
        requireNoFailure(attempts);
        return renewals;
    }

    /** Releases all these holds unless one is busy. Returns whether that ended a hold; empty if one was busy. */
    Optional<Boolean> releaseIfNotBusy(List<Receipt> receipts, Moment before) {
        Attempt attempt = releasing(receipts);
        engine.runWithoutWaiting(List.of(attempt));
        requireNoFailure(List.of(attempt));
        return attempt.answer() == Attempt.Answer.DONE
                ? Optional.of(released(receipts, attempt, before))
                : Optional.empty();
    }

    private static void requireNoFailure(List<Attempt> attempts) {
        for (Attempt attempt : attempts) {
            if (attempt.failure() != null) {
                throw attempt.failure();
            }
        }
    }

    /** Returns the attempt at a release of all these holds. */
    Attempt releasing(List<Receipt> receipts) {
        List<Step> steps = engine.steps(receipts, receipt -> new Command.Release(receipt.holdId()));
        return new Attempt(steps, receipts.size() == 1 ? recentLocks.of(receipts.get(0)) : Snapshot.ASSUMED_ABSENT);
    }

    /** Returns whether a release ended a hold. */
    boolean released(List<Receipt> receipts, Attempt attempt, Moment before) {
        receipts.forEach(receipt -> recentLocks.note(receipt.resource(), attempt.snapshot(), before));
        return attempt.outcomes().stream().anyMatch(Outcome.Released.class::isInstance);
    }
}

package dev.holdfast.internal.rules.model;

import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Policy;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Decision;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.OpenRequests;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.Rules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Defects of what happens after a loss, and of upgrades. */
final class LossDefects {
    private LossDefects() {}

    /** Decides as if the policy kept nothing closed. */
    static Decision open(LockState state, Command command, Policy policy, Evidence evidence, Instant now) {
        return Rules.decide(state, command, policy.toBuilder().lockDelay(null).build(), evidence.on(state), now);
    }

    /** Leaves a resource closed after a release, too. */
    static Decision closedByRelease(LockState state, Policy policy, Evidence evidence, Instant now, Decision right) {
        if (!(right.outcome() instanceof Outcome.Released)) {
            return right;
        }
        Decision forced = Rules.decide(state, new Command.Force("root", ""), policy, evidence.on(state), now);
        return new Decision(forced.next(), right.outcome(), right.notices(), right.requests());
    }

    /** Makes a reader exclusive beside others. */
    static Decision upgradedBesides(LockState state, Command command, Decision right) {
        boolean refused = right.outcome() instanceof Outcome.Refused refusal
                && refusal.reason() == Refusal.Reason.UPGRADE
                && command instanceof Command.Acquire;
        Hold own = refused ? state.holdOf(((Command.Acquire) command).claim().id()) : null;
        if (own == null) {
            return right;
        }
        Hold upgraded = changed(own, Mode.EXCLUSIVE, Stamp.VERSION, own.lease());
        List<Hold> holds = state.holds().stream()
                .map(hold -> hold.equals(own) ? upgraded : hold)
                .toList();
        LockState next = new LockState(holds, state.queue(), state.marked(), state.turn(), state.requests());
        return new Decision(next, new Outcome.Granted(upgraded, false), right.notices(), right.requests());
    }

    /** Leaves an upgraded hold its fence. */
    static List<Hold> upgradedUnderOldFence(LockState state, Decision right) {
        return right.next().holds().stream()
                .map(hold -> {
                    Hold old = state.holdOf(hold.id());
                    return old == null || old.mode() == hold.mode()
                            ? hold
                            : changed(hold, hold.mode(), old.fence(), hold.lease());
                })
                .toList();
    }

    /** Lets a second reader ask the others to leave. */
    static Decision bothAsk(
            LockState state, Command command, Policy policy, Evidence evidence, Instant now, Decision right) {
        if (!(right.outcome() instanceof Outcome.NotRequested not) || not.reason() != NotAsked.UPGRADING) {
            return right;
        }
        LockState alone = with(state, OpenRequests.NONE);
        Decision made = Rules.decide(alone, command, policy, evidence.on(alone), now);
        List<OpenRequest> all = new ArrayList<>(state.requests().list());
        all.addAll(made.next().requests().list());
        return new Decision(
                with(
                        made.next(),
                        new OpenRequests(all, List.of(), made.next().requests().asked())),
                made.outcome(),
                made.notices(),
                made.requests());
    }

    /** Lets a promise end a hold although its asker has left. */
    static List<Hold> stillPromised(LockState state, Command command, Decision right) {
        return right.next().holds().stream()
                .map(hold -> {
                    Hold old = state.holdOf(hold.id());
                    return old == null || !(command instanceof Command.Release)
                            ? hold
                            : changed(hold, hold.mode(), hold.fence(), old.lease());
                })
                .toList();
    }

    private static LockState with(LockState state, OpenRequests requests) {
        return new LockState(state.holds(), state.queue(), state.marked(), state.turn(), requests);
    }

    private static Hold changed(Hold hold, Mode mode, long fence, Lease lease) {
        return new Hold(
                hold.entries(),
                hold.owner(),
                mode,
                fence,
                hold.since(),
                hold.active(),
                hold.seen(),
                lease,
                hold.note(),
                hold.slot(),
                hold.claimed());
    }
}

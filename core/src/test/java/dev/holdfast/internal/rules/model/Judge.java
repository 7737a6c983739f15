package dev.holdfast.internal.rules.model;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Mode;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Decision;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.Rules;
import dev.holdfast.internal.rules.Ticket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The real rules, or a twin of them with one defect. */
final class Judge {
    private static final Policy POLICY = Preset.OFFLINE.policy();

    private final Flaw flaw;

    Judge(Flaw flaw) {
        this.flaw = flaw;
    }

    Decision decide(LockState state, Command command, Evidence evidence) {
        Evidence known = (flaw == Flaw.DEAD_WAITER_KEPT ? ofHolds(state, evidence) : evidence).on(state);
        Decision right = Rules.decide(state, command, POLICY, known, RulesWorld.NOW);
        return switch (flaw) {
            case SHARED_BESIDE_EXCLUSIVE -> sharedBesideExclusive(right, command);
            case HANDED_OVER_TOO_EARLY -> handedOverTooEarly(right, command);
            case TICKET_KEPT -> next(right, right.next().holds(), ticketsKept(state, right.next()));
            case FENCE_INHERITED ->
                next(
                        right,
                        right.next().holds().stream()
                                .map(hold -> handed(hold) ? fenced(hold, 1) : hold)
                                .toList(),
                        right.next().queue());
            case NOT_HANDED_OVER -> notHandedOver(state, right);
            case OLD_ENTRY_ENDS_NEW_HOLD ->
                command instanceof Command.Release && right.outcome() instanceof Outcome.NotHeld
                        ? Rules.decide(state, new Command.Force("", ""), POLICY, known, RulesWorld.NOW)
                        : right;
            case MARK_GOES_WITH_HOLD ->
                !state.holds().isEmpty()
                                && right.next().holds().isEmpty()
                                && right.next().queue().isEmpty()
                                && !(command instanceof Command.Settle)
                        ? new Decision(LockState.FREE, right.outcome(), right.notices())
                        : right;
            default -> right;
        };
    }

    private static Evidence ofHolds(LockState state, Evidence evidence) {
        Set<HoldId> holds = new HashSet<>(evidence.gone());
        state.queue().forEach(ticket -> holds.remove(ticket.claim().id()));
        return new Evidence(holds, Set.of(), Set.of(), Map.of());
    }

    private static Decision sharedBesideExclusive(Decision right, Command command) {
        if (command instanceof Command.Acquire acquire
                && acquire.claim().mode() == Mode.SHARED
                && !(right.outcome() instanceof Outcome.Granted)) {
            LockState alone = Rules.decide(LockState.FREE, command, POLICY, Evidence.NONE, RulesWorld.NOW)
                    .next();
            Hold extra = alone.holds().get(0);
            List<Hold> holds = new ArrayList<>(right.next().holds());
            holds.add(extra);
            return new Decision(
                    new LockState(holds, right.next().queue(), right.next().marked()),
                    new Outcome.Granted(extra, false),
                    right.notices());
        }
        return right;
    }

    private static Decision handedOverTooEarly(Decision right, Command command) {
        LockState next = right.next();
        if (!(command instanceof Command.Tidy) || next.queue().isEmpty()) {
            return right;
        }
        Ticket first = next.queue().get(0);
        Command.Acquire acquire = new Command.Acquire(first.claim(), false, null);
        List<Hold> holds = new ArrayList<>(next.holds());
        holds.addAll(Rules.decide(LockState.FREE, acquire, POLICY, Evidence.NONE, RulesWorld.NOW)
                .next()
                .holds());
        return next(right, holds, next.queue().subList(1, next.queue().size()));
    }

    private static List<Ticket> ticketsKept(LockState before, LockState next) {
        Stream<Ticket> kept = before.queue().stream()
                .filter(ticket -> next.holdOf(ticket.claim().id()) != null);
        return Stream.concat(kept, next.queue().stream()).toList();
    }

    private static Decision notHandedOver(LockState before, Decision right) {
        LockState next = right.next();
        if (next.holds().stream().noneMatch(Judge::handed)) {
            return right;
        }
        List<Hold> holds = next.holds().stream().filter(hold -> !handed(hold)).toList();
        return next(right, holds, ticketsKept(before, next));
    }

    /** Whether it was handed over by the very decision that is looked at. */
    private static boolean handed(Hold hold) {
        return !hold.claimed() && hold.fence() == Stamp.VERSION;
    }

    private static Hold fenced(Hold hold, long fence) {
        return new Hold(
                hold.entries(),
                hold.owner(),
                hold.mode(),
                fence,
                hold.since(),
                hold.active(),
                hold.seen(),
                hold.lease(),
                hold.note(),
                hold.slot(),
                hold.claimed());
    }

    private static Decision next(Decision right, List<Hold> holds, List<Ticket> queue) {
        return new Decision(new LockState(holds, queue, right.next().marked()), right.outcome(), right.notices());
    }
}

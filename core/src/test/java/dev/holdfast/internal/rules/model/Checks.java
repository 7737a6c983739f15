package dev.holdfast.internal.rules.model;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Mode;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.internal.rules.model.RulesClient.Stage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is looked at in every state. */
final class Checks {
    private final Judge judge;

    Checks(Judge judge) {
        this.judge = judge;
    }

    /** The first invariant that does not hold, or null. */
    @Nullable
    Invariant broken(RulesWorld world) {
        for (Cell cell : world.cells()) {
            if (!exclusive(cell.state().holds())) {
                return Invariant.EXCLUSION;
            }
            if (!once(cell.state())) {
                return Invariant.ONCE;
            }
            if (phantom(world, cell.state())) {
                return Invariant.PHANTOM;
            }
            if (stuck(cell.state(), world.evidence())) {
                return Invariant.STUCK;
            }
        }
        return believed(world) ? null : Invariant.BELIEF;
    }

    private static boolean exclusive(List<Hold> holds) {
        return holds.size() < 2 || holds.stream().allMatch(hold -> hold.mode() == Mode.SHARED);
    }

    private static boolean once(LockState state) {
        Set<HoldId> ids = new HashSet<>();
        Set<String> owners = new HashSet<>();
        for (Hold hold : state.holds()) {
            if (!owners.add(hold.owner().id()) || !hold.entries().stream().allMatch(ids::add)) {
                return false;
            }
        }
        return state.queue().stream().allMatch(ticket -> ids.add(ticket.claim().id()));
    }

    /** Whether something counts here for a client that is alive and has nothing to do with it any more. */
    private static boolean phantom(RulesWorld world, LockState state) {
        return state.holds().stream().anyMatch(hold -> !RulesTimes.old(hold) && disowned(world, hold.id()))
                || state.queue().stream()
                        .anyMatch(ticket -> !RulesTimes.silent(ticket)
                                && disowned(world, ticket.claim().id()));
    }

    private static boolean disowned(RulesWorld world, HoldId id) {
        RulesClient client = world.clients().get((int) id.high() - 1);
        return client.alive() && (client.phase() == Stage.IDLE || client.attempt() != id.low());
    }

    /** Whether the next decision would leave what is over in place, or the first of the queue before a free resource. */
    private boolean stuck(LockState state, Evidence evidence) {
        LockState next = judge.decide(state, new Command.Tidy(), evidence).next();
        if (next.holds().stream()
                .anyMatch(hold -> RulesTimes.old(hold) || evidence.gone().contains(hold.id()))) {
            return true;
        }
        if (next.queue().isEmpty()) {
            return false;
        }
        Ticket first = next.queue().get(0);
        if (next.holdOf(first.claim().id()) != null) {
            return false;
        }
        boolean over = RulesTimes.silent(first)
                || evidence.gone().contains(first.claim().id());
        boolean fits =
                next.holds().stream().allMatch(hold -> first.claim().mode().besides(hold.mode()));
        return over || fits;
    }

    private static boolean believed(RulesWorld world) {
        for (int c = 0; c < world.clients().size(); c++) {
            RulesClient client = world.clients().get(c);
            for (int r = 0; r < world.cells().size() && client.phase() == Stage.HOLDING; r++) {
                Hold hold = world.cells().get(r).state().holdOf(RulesClient.id(c, client.attempt()));
                if (client.wants(r)
                        && (hold == null || !hold.claimed() || RulesTimes.old(hold) || hold.mode() != client.mode())) {
                    return false;
                }
            }
        }
        return true;
    }
}

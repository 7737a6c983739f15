package dev.holdfast.internal.rules.model;

import dev.holdfast.Hold;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Decision;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.model.RulesClient.Stage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a client uses the rules: it decides on what it saw, sends the change, decides anew on the record that a conflict brings
 * back, and settles an acquire whose outcome it does not know by a mark. These are the pure reactions; {@link Network} says
 * when they happen.
 */
final class Protocol {
    private static final String NAMES = "ABC";

    private final RulesSetting setting;
    private final Flaw flaw;
    private final Judge judge;

    Protocol(RulesSetting setting, Flaw flaw) {
        this.setting = setting;
        this.flaw = flaw;
        this.judge = new Judge(flaw);
    }

    Judge judge() {
        return judge;
    }

    static String name(int client) {
        return NAMES.substring(client, client + 1);
    }

    /** The first try, as if nothing were there. */
    RulesWorld asked(RulesWorld world, int c, int want, Mode mode, int attempt) {
        RulesClient client = new RulesClient(
                Stage.ASKING, want, mode, attempt, null, world.clients().get(c).late(), null);
        List<Part> parts = new ArrayList<>();
        for (int r = 0; r < setting.resources(); r++) {
            if (client.wants(r)) {
                Decision decision = judge.decide(LockState.FREE, acquire(c, client), world.evidence());
                parts.add(Part.write(r, true, decision.next()));
            }
        }
        boolean takeover = setting.roles().get(c).takeover();
        Message message = new Message(Message.Purpose.ACQUIRE, attempt, true, takeover, parts);
        return world.with(c, client.sending(Stage.ASKING, message));
    }

    /** The next try, on what is there now. */
    RulesWorld askedAgain(RulesWorld world, int c) {
        RulesClient client = world.clients().get(c);
        List<Part> parts = new ArrayList<>();
        boolean granted = true;
        boolean refused = false;
        boolean has = false;
        for (int r = 0; r < setting.resources(); r++) {
            if (client.wants(r)) {
                Cell cell = world.cells().get(r);
                Decision decision = judge.decide(cell.state(), acquire(c, client), world.evidence());
                refused |= decision.outcome() instanceof Outcome.Refused;
                granted &= decision.outcome() instanceof Outcome.Granted;
                has |= decision.outcome() instanceof Outcome.Granted before && before.again();
                change(parts, r, cell, decision);
                if (decision.next().equals(cell.state()) && flaw != Flaw.UNCHANGED_NOT_CHECKED) {
                    // All or none: what needs no change must still be so when the others are changed.
                    parts.add(Part.check(r, !cell.present()));
                }
            }
        }
        if (refused) {
            // All or none: what is left of a grant that it did not hear of is released.
            boolean left = has && flaw != Flaw.REFUSED_BUT_KEPT;
            return left ? left(world, c) : world.with(c, client.idle());
        }
        if (parts.stream().allMatch(Part::check)) {
            return granted ? granted(world, c) : world.with(c, client.in(Stage.WAITING));
        }
        boolean takeover = setting.roles().get(c).takeover();
        Message message = new Message(Message.Purpose.ACQUIRE, client.attempt(), granted, takeover, parts);
        return world.with(c, client.in(Stage.ASKING).sending(Stage.ASKING, message));
    }

    /** It is told that it holds, and believes it for as long as the store's time in the answer leaves it. */
    RulesWorld granted(RulesWorld world, int c) {
        RulesClient client = world.clients().get(c);
        boolean over = false;
        for (int r = 0; r < setting.resources(); r++) {
            Hold hold = world.cells().get(r).state().holdOf(RulesClient.id(c, client.attempt()));
            over |= client.wants(r) && hold != null && RulesTimes.old(hold);
        }
        RulesWorld holding = world.with(c, client.in(Stage.HOLDING));
        return over && flaw != Flaw.LEASE_COUNTED_ANEW ? told(holding, c) : holding;
    }

    /** Releases what it has, on what is there now; also the way out of the queue and the retry of a lost release. */
    RulesWorld left(RulesWorld world, int c) {
        RulesClient client = world.clients().get(c);
        List<Part> parts = new ArrayList<>();
        for (int r = 0; r < setting.resources(); r++) {
            if (client.wants(r)) {
                Cell cell = world.cells().get(r);
                Command release = new Command.Release(RulesClient.id(c, client.attempt()));
                change(parts, r, cell, judge.decide(cell.state(), release, world.evidence()));
            }
        }
        if (parts.isEmpty()) {
            return world.with(c, client.idle());
        }
        Message message = new Message(Message.Purpose.RELEASE, client.attempt(), false, false, parts);
        return world.with(c, client.in(Stage.LEAVING).sending(Stage.LEAVING, message));
    }

    private static void change(List<Part> parts, int resource, Cell cell, Decision decision) {
        if (!decision.next().equals(cell.state())) {
            parts.add(Part.write(resource, !cell.present(), decision.next()));
        }
    }

    /**
     * What a client does that does not know what became of its acquire: it writes to the record that the change had expected, so
     * that whichever comes first makes the other fail. Where the change had expected none, a mark goes into what is there now,
     * since none may be there again later. That its own grant is there proves nothing: it may come from an earlier try.
     *
     * @return the worlds that may follow
     */
    List<RulesWorld> looked(RulesWorld world, int c) {
        RulesClient client = world.clients().get(c);
        Message lost = client.lost();
        if (flaw == Flaw.SHOWN_IS_ENOUGH && world.mentions(RulesClient.id(c, client.attempt()))) {
            return List.of(triedAgain(world, c));
        }
        if (lost.stale() || flaw == Flaw.SETTLED_BY_LOOKING) {
            return settled(world, c);
        }
        // One record of the group is enough, since the group applies as a whole.
        Part pivot =
                lost.parts().stream().filter(part -> !part.check()).findFirst().orElseThrow();
        Cell cell = world.cells().get(pivot.resource());
        boolean guarded = RulesWorld.NOW.equals(cell.state().marked()) || flaw == Flaw.NO_MARK_ON_CONFLICT;
        if (pivot.absent() && cell.present() && guarded) {
            return settled(world, c);
        }
        LockState next = pivot.absent()
                ? judge.decide(cell.state(), new Command.Settle(), world.evidence())
                        .next()
                : cell.state();
        Part write = Part.write(pivot.resource(), !cell.present(), next);
        Message settle = new Message(Message.Purpose.SETTLE, client.attempt(), false, false, List.of(write));
        return List.of(world.with(c, client.sending(Stage.SETTLING, settle)));
    }

    /**
     * The lost acquire can never apply any more. Its client tries once more, and finds what it has; or, if it has nothing, says
     * that it was not granted.
     */
    List<RulesWorld> settled(RulesWorld before, int c) {
        RulesClient client = before.clients().get(c).settled();
        RulesWorld world = before.with(c, client);
        RulesWorld again = triedAgain(world, c);
        boolean has = world.mentions(RulesClient.id(c, client.attempt()));
        return has ? List.of(again) : List.of(world.with(c, client.idle()), again);
    }

    private RulesWorld triedAgain(RulesWorld world, int c) {
        RulesClient client = world.clients().get(c);
        return asked(world, c, client.want(), client.mode(), client.attempt());
    }

    /** An attempt number that nothing in flight or in a record still uses, or -1. */
    int freshAttempt(RulesWorld world, int c) {
        Message late = world.clients().get(c).late();
        for (int attempt = 0; attempt < 2; attempt++) {
            if ((late == null || late.attempt() != attempt) && !world.mentions(RulesClient.id(c, attempt))) {
                return attempt;
            }
        }
        return -1;
    }

    /** A holder that learns of a loss releases what is left. */
    RulesWorld told(RulesWorld world, int c) {
        RulesClient client = world.clients().get(c);
        return Integer.bitCount(client.want()) > 1 ? left(world, c) : world.with(c, client.idle());
    }

    private Command.Acquire acquire(int c, RulesClient client) {
        RulesSetting.Actor role = setting.roles().get(c);
        Claim claim = new Claim(RulesClient.id(c, client.attempt()), Owner.of(name(c)), client.mode(), role.lease());
        boolean queue = role.queue() && Integer.bitCount(client.want()) == 1;
        Command.@Nullable Takeover takeover = role.takeover() ? new Command.Takeover(name(c), "because") : null;
        return new Command.Acquire(claim, queue, takeover);
    }
}

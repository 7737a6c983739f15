package dev.holdfast.rules.model;

import dev.holdfast.rules.Claim;
import dev.holdfast.rules.Command;
import dev.holdfast.rules.Decision;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.LockState;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.model.Client.Phase;
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

    private final Setting setting;
    private final Flaw flaw;
    private final Judge judge;

    Protocol(Setting setting, Flaw flaw) {
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
    World asked(World world, int c, int want, Mode mode, int attempt) {
        Client client = new Client(
                Phase.ASKING, want, mode, attempt, null, world.clients().get(c).late(), null);
        List<Part> parts = new ArrayList<>();
        for (int r = 0; r < setting.resources(); r++) {
            if (client.wants(r)) {
                Decision decision = judge.decide(LockState.FREE, acquire(c, client), world.evidence());
                parts.add(Part.write(r, true, decision.next()));
            }
        }
        boolean takeover = setting.roles().get(c).takeover();
        Message message = new Message(Message.Kind.ACQUIRE, attempt, true, takeover, parts);
        return world.with(c, client.sending(Phase.ASKING, message));
    }

    /** The next try, on what is there now. */
    World askedAgain(World world, int c) {
        Client client = world.clients().get(c);
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
            // All or none: what is left of a grant that it did not hear of is given back.
            boolean left = has && flaw != Flaw.REFUSED_BUT_KEPT;
            return left ? left(world, c) : world.with(c, client.idle());
        }
        if (parts.stream().allMatch(Part::check)) {
            return granted ? granted(world, c) : world.with(c, client.in(Phase.WAITING));
        }
        boolean takeover = setting.roles().get(c).takeover();
        Message message = new Message(Message.Kind.ACQUIRE, client.attempt(), granted, takeover, parts);
        return world.with(c, client.in(Phase.ASKING).sending(Phase.ASKING, message));
    }

    /** It is told that it holds, and believes it for as long as the store's time in the answer leaves it. */
    World granted(World world, int c) {
        Client client = world.clients().get(c);
        boolean over = false;
        for (int r = 0; r < setting.resources(); r++) {
            Hold hold = world.cells().get(r).state().holdOf(Client.id(c, client.attempt()));
            over |= client.wants(r) && hold != null && Times.old(hold);
        }
        World holding = world.with(c, client.in(Phase.HOLDING));
        return over && flaw != Flaw.LEASE_COUNTED_ANEW ? told(holding, c) : holding;
    }

    /** Gives back what it has, on what is there now; also the way out of the line and the retry of a lost release. */
    World left(World world, int c) {
        Client client = world.clients().get(c);
        List<Part> parts = new ArrayList<>();
        for (int r = 0; r < setting.resources(); r++) {
            if (client.wants(r)) {
                Cell cell = world.cells().get(r);
                Command release = new Command.Release(Client.id(c, client.attempt()));
                change(parts, r, cell, judge.decide(cell.state(), release, world.evidence()));
            }
        }
        if (parts.isEmpty()) {
            return world.with(c, client.idle());
        }
        Message message = new Message(Message.Kind.RELEASE, client.attempt(), false, false, parts);
        return world.with(c, client.in(Phase.LEAVING).sending(Phase.LEAVING, message));
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
    List<World> looked(World world, int c) {
        Client client = world.clients().get(c);
        Message lost = client.lost();
        if (flaw == Flaw.SHOWN_IS_ENOUGH && world.mentions(Client.id(c, client.attempt()))) {
            return List.of(triedAgain(world, c));
        }
        if (lost.stale() || flaw == Flaw.SETTLED_BY_LOOKING) {
            return settled(world, c);
        }
        // One record of the group is enough, since the group applies as a whole.
        Part pivot =
                lost.parts().stream().filter(part -> !part.check()).findFirst().orElseThrow();
        Cell cell = world.cells().get(pivot.resource());
        boolean guarded = World.NOW.equals(cell.state().marked()) || flaw == Flaw.NO_MARK_ON_CONFLICT;
        if (pivot.absent() && cell.present() && guarded) {
            return settled(world, c);
        }
        LockState next = pivot.absent()
                ? judge.decide(cell.state(), new Command.Settle(), world.evidence())
                        .next()
                : cell.state();
        Part write = Part.write(pivot.resource(), !cell.present(), next);
        Message settle = new Message(Message.Kind.SETTLE, client.attempt(), false, false, List.of(write));
        return List.of(world.with(c, client.sending(Phase.SETTLING, settle)));
    }

    /**
     * The lost acquire can never apply any more. Its client tries once more, and finds what it has; or, if it has nothing, says
     * that it was not granted.
     */
    List<World> settled(World before, int c) {
        Client client = before.clients().get(c).settled();
        World world = before.with(c, client);
        World again = triedAgain(world, c);
        boolean has = world.mentions(Client.id(c, client.attempt()));
        return has ? List.of(again) : List.of(world.with(c, client.idle()), again);
    }

    private World triedAgain(World world, int c) {
        Client client = world.clients().get(c);
        return asked(world, c, client.want(), client.mode(), client.attempt());
    }

    /** An attempt number that nothing in flight or in a record still uses, or -1. */
    int freshAttempt(World world, int c) {
        Message late = world.clients().get(c).late();
        for (int attempt = 0; attempt < 2; attempt++) {
            if ((late == null || late.attempt() != attempt) && !world.mentions(Client.id(c, attempt))) {
                return attempt;
            }
        }
        return -1;
    }

    /** A holder who learns that it lost what it had gives back what is left of it. */
    World told(World world, int c) {
        Client client = world.clients().get(c);
        return Integer.bitCount(client.want()) > 1 ? left(world, c) : world.with(c, client.idle());
    }

    private Command.Acquire acquire(int c, Client client) {
        Setting.Role role = setting.roles().get(c);
        Claim claim = new Claim(Client.id(c, client.attempt()), Owner.of(name(c)), client.mode(), role.lease());
        boolean queue = role.queue() && Integer.bitCount(client.want()) == 1;
        Command.@Nullable Takeover takeover = role.takeover() ? new Command.Takeover(name(c), "because") : null;
        return new Command.Acquire(claim, queue, takeover);
    }
}

package dev.holdfast.rules.model;

import dev.holdfast.rules.Command;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.LockState;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Ticket;
import dev.holdfast.rules.model.Client.Phase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that can happen next: clients act, changes arrive, answers are lost, changes arrive late or never, time passes, clients
 * crash and are proven gone.
 *
 * <p>Assumed, each with a {@link Flaw} that shows what happens without it: a mark outlives the change it was written against;
 * a change arrives at most once; a holder stops believing before the store's clock ends its hold.
 */
final class Network {
    private static final int EVERYBODY = 0b111;

    private final Setting setting;
    private final Flaw flaw;
    private final Protocol protocol;
    private final Store store;

    Network(Setting setting, Flaw flaw) {
        this.setting = setting;
        this.flaw = flaw;
        this.protocol = new Protocol(setting, flaw);
        this.store = new Store(flaw);
    }

    Judge judge() {
        return protocol.judge();
    }

    List<Step> steps(World world) {
        List<Step> steps = new ArrayList<>();
        for (int c = 0; c < world.clients().size(); c++) {
            acts(world, c, steps);
            if (world.clients().get(c).sent() != null) {
                arrives(world, c, steps);
            }
            if (world.clients().get(c).late() != null) {
                arrivesLate(world, c, steps);
            }
            crashes(world, c, steps);
        }
        for (int r = 0; r < world.cells().size(); r++) {
            timePasses(world, r, steps);
            tidied(world, r, steps);
        }
        return steps;
    }

    private void acts(World world, int c, List<Step> steps) {
        Client client = world.clients().get(c);
        String who = Protocol.name(c);
        int others = EVERYBODY & ~(1 << c);
        if (client.phase() == Phase.IDLE) {
            int attempt = protocol.freshAttempt(world, c);
            if (attempt < 0) {
                return;
            }
            for (int want : setting.roles().get(c).wants()) {
                for (Mode mode : setting.roles().get(c).modes()) {
                    String label = who + " asks for " + names(want) + " " + mode + ", guessing that it is free";
                    steps.add(new Step(label, EVERYBODY, protocol.asked(world, c, want, mode, attempt), null));
                }
            }
        } else if (client.phase() == Phase.WAITING) {
            if (flaw != Flaw.WAITER_NEVER_ASKS) {
                steps.add(new Step(who + " asks again from the line", others, protocol.askedAgain(world, c), null));
            }
            steps.add(new Step(who + " gives up waiting", EVERYBODY, protocol.left(world, c), null));
        } else if (client.phase() == Phase.HOLDING) {
            steps.add(new Step(who + " releases", EVERYBODY, protocol.left(world, c), null));
        }
    }

    private void arrives(World world, int c, List<Step> steps) {
        Client client = world.clients().get(c);
        Message sent = client.sent();
        String what = Protocol.name(c) + "'s " + sent.kind();
        int others = EVERYBODY & ~(1 << c);
        boolean trouble = mayFail(world, client);
        if (store.applies(world, sent)) {
            Step applied = overridden(store.apply(what + " is applied and answered", others, world, sent), sent, c);
            World next = flaw == Flaw.DELIVERED_TWICE && client.late() == null && sent.kind() == Message.Kind.ACQUIRE
                    ? applied.world().with(c, applied.world().clients().get(c).late(remaining(sent)))
                    : applied.world();
            add(steps, applied.label(), others, answered(next, c, sent), applied.broken());
            if (trouble) {
                List<World> unsure = unsure(applied.world(), c, sent);
                add(steps, what + " is applied, its answer lost", EVERYBODY, unsure, applied.broken());
            }
        } else {
            add(steps, what + " conflicts and is answered", others, refused(world, c, sent), null);
        }
        if (trouble && client.late() == null && !sent.stale()) {
            List<World> unsure = unsure(world.with(c, client.late(sent)), c, sent);
            add(steps, what + " is late; it waits no longer", EVERYBODY, unsure, null);
        }
    }

    private static void add(
            List<Step> steps, String label, int against, List<World> worlds, @Nullable Invariant broken) {
        worlds.forEach(world -> steps.add(new Step(label, against, world, broken)));
    }

    private boolean mayFail(World world, Client client) {
        return client.troubled() || world.troubled() < setting.troubled();
    }

    /** The second copy of a change that was applied: of use only where it expects no record. */
    private static Message remaining(Message applied) {
        return applied.parts().stream().allMatch(Part::absent) ? applied : null;
    }

    private List<World> answered(World world, int c, Message message) {
        Client client = world.clients().get(c);
        return switch (message.kind()) {
            case ACQUIRE ->
                List.of(message.grants() ? protocol.granted(world, c) : world.with(c, client.in(Phase.WAITING)));
            case RELEASE -> List.of(world.with(c, client.idle()));
            case SETTLE -> protocol.settled(world, c);
        };
    }

    private List<World> refused(World world, int c, Message message) {
        return switch (message.kind()) {
            case ACQUIRE -> List.of(protocol.askedAgain(world, c));
            case RELEASE -> List.of(protocol.left(world, c));
            case SETTLE -> protocol.looked(world, c);
        };
    }

    private List<World> unsure(World world, int c, Message message) {
        Client client = world.clients().get(c);
        return switch (message.kind()) {
            case ACQUIRE -> protocol.looked(world.with(c, client.losing(client.sent())), c);
            case RELEASE -> List.of(protocol.left(world, c));
            case SETTLE -> protocol.looked(world, c);
        };
    }

    private void arrivesLate(World world, int c, List<Step> steps) {
        Client client = world.clients().get(c);
        Message late = client.late();
        String what = Protocol.name(c) + "'s late " + late.kind();
        World without = world.with(c, client.late(null));
        steps.add(new Step(what + " is lost for good", 0, without, null));
        if (store.applies(world, late)) {
            steps.add(overridden(store.apply(what + " arrives and is applied", 0, without, late), late, c));
        }
    }

    /** Whoever was overridden is told so. */
    private Step overridden(Step step, Message message, int by) {
        World world = step.world();
        if (message.takeover()) {
            for (int c = 0; c < world.clients().size(); c++) {
                if (c != by && world.clients().get(c).phase() == Phase.HOLDING && !holdsAll(world, c)) {
                    world = protocol.told(world, c);
                }
            }
        }
        return new Step(step.label(), step.against(), world, step.broken());
    }

    private static boolean holdsAll(World world, int c) {
        Client client = world.clients().get(c);
        for (int r = 0; r < world.cells().size(); r++) {
            if (client.wants(r) && world.cells().get(r).state().holdOf(Client.id(c, client.attempt())) == null) {
                return false;
            }
        }
        return true;
    }

    private void crashes(World world, int c, List<Step> steps) {
        Client client = world.clients().get(c);
        String who = Protocol.name(c);
        if (client.phase() == Phase.CRASHED) {
            steps.add(new Step(who + " is proven gone", 0, world.with(c, client.in(Phase.GONE)), null));
        }
        if (client.alive()) {
            if (client.phase() != Phase.IDLE && mayFail(world, client)) {
                steps.add(new Step(who + " crashes", 1 << c, world.with(c, client.crashed()), null));
            }
        } else if (client.late() == null && !world.mentions(Client.id(c, 0)) && !world.mentions(Client.id(c, 1))) {
            steps.add(new Step(who + " is forgotten; another takes its part", 1 << c, world.with(c, Client.NEW), null));
        }
    }

    private void timePasses(World world, int r, List<Step> steps) {
        Cell cell = world.cells().get(r);
        LockState state = cell.state();
        boolean more = world.over() < setting.over();
        for (Hold hold : state.holds()) {
            if (more && Times.mayEnd(hold)) {
                steps.add(new Step(
                        "time ends the hold " + hold.id().high() + " on " + names(1 << r),
                        0,
                        ended(world, r, hold),
                        null));
            }
        }
        for (Ticket ticket : state.queue()) {
            if (more && !Times.silent(ticket)) {
                HoldId id = ticket.claim().id();
                steps.add(new Step(
                        "time ends the ticket " + id.high() + " on " + names(1 << r), 0, aged(world, r, id), null));
            }
        }
        if (World.NOW.equals(state.marked()) && (flaw == Flaw.MARK_TOO_SHORT || !guards(world, r))) {
            World next = world.withCell(r, cell.with(Times.markAged(state)))
                    .eachMessage(message -> message.map(r, Times::markAged));
            steps.add(new Step("time ends the mark on " + names(1 << r), 0, next, null));
        }
    }

    /** Whether a change is in flight that only the mark on that resource keeps from applying. */
    private static boolean guards(World world, int r) {
        return world.clients().stream()
                .map(Client::late)
                .anyMatch(late ->
                        late != null && late.settled() && late.kind() == Message.Kind.ACQUIRE && late.expectsAbsent(r));
    }

    private World ended(World world, int r, Hold hold) {
        World next = aged(world, r, hold.id());
        int c = (int) hold.id().high() - 1;
        Client client = world.clients().get(c);
        boolean believes = client.phase() == Phase.HOLDING
                && Client.id(c, client.attempt()).equals(hold.id());
        return believes && flaw != Flaw.LEASE_COUNTED_LONGER ? protocol.told(next, c) : next;
    }

    private static World aged(World world, int r, HoldId id) {
        Cell cell = world.cells().get(r);
        return world.withCell(r, cell.with(Times.aged(cell.state(), id)))
                .eachMessage(message -> message.map(r, state -> Times.aged(state, id)));
    }

    private void tidied(World world, int r, List<Step> steps) {
        Cell cell = world.cells().get(r);
        LockState next = judge().decide(cell.state(), new Command.Tidy(), world.evidence())
                .next();
        if (!next.equals(cell.state())) {
            Message sweep = new Message(Message.Kind.RELEASE, 0, false, false, List.of(Part.write(r, false, next)));
            steps.add(store.apply("the sweep tidies " + names(1 << r), 0, world, sweep));
        }
    }

    private static String names(int want) {
        return want == 3 ? "x and y" : want == 1 ? "x" : "y";
    }
}

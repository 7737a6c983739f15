package dev.holdfast.internal.rules.model;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Mode;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.internal.rules.model.RulesClient.Stage;
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

    private final RulesSetting setting;
    private final Flaw flaw;
    private final Protocol protocol;
    private final RulesStore store;

    Network(RulesSetting setting, Flaw flaw) {
        this.setting = setting;
        this.flaw = flaw;
        this.protocol = new Protocol(setting, flaw);
        this.store = new RulesStore(flaw);
    }

    Judge judge() {
        return protocol.judge();
    }

    List<RulesStep> steps(RulesWorld world) {
        List<RulesStep> steps = new ArrayList<>();
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

    private void acts(RulesWorld world, int c, List<RulesStep> steps) {
        RulesClient client = world.clients().get(c);
        String who = Protocol.name(c);
        int others = EVERYBODY & ~(1 << c);
        if (client.phase() == Stage.IDLE) {
            int attempt = protocol.freshAttempt(world, c);
            if (attempt < 0) {
                return;
            }
            for (int want : setting.roles().get(c).wants()) {
                for (Mode mode : setting.roles().get(c).modes()) {
                    String label = who + " asks for " + names(want) + " " + mode + ", guessing that it is free";
                    steps.add(new RulesStep(label, EVERYBODY, protocol.asked(world, c, want, mode, attempt), null));
                }
            }
        } else if (client.phase() == Stage.WAITING) {
            if (flaw != Flaw.WAITER_NEVER_ASKS) {
                steps.add(
                        new RulesStep(who + " asks again from the queue", others, protocol.askedAgain(world, c), null));
            }
            steps.add(new RulesStep(who + " gives up waiting", EVERYBODY, protocol.left(world, c), null));
        } else if (client.phase() == Stage.HOLDING) {
            steps.add(new RulesStep(who + " releases", EVERYBODY, protocol.left(world, c), null));
        }
    }

    private void arrives(RulesWorld world, int c, List<RulesStep> steps) {
        RulesClient client = world.clients().get(c);
        Message sent = client.sent();
        String what = Protocol.name(c) + "'s " + sent.kind();
        int others = EVERYBODY & ~(1 << c);
        boolean trouble = mayFail(world, client);
        if (store.applies(world, sent)) {
            RulesStep applied =
                    overridden(store.apply(what + " is applied and answered", others, world, sent), sent, c);
            RulesWorld next =
                    flaw == Flaw.DELIVERED_TWICE && client.late() == null && sent.kind() == Message.Purpose.ACQUIRE
                            ? applied.world()
                                    .with(c, applied.world().clients().get(c).late(remaining(sent)))
                            : applied.world();
            add(steps, applied.label(), others, answered(next, c, sent), applied.broken());
            if (trouble) {
                List<RulesWorld> unsure = unsure(applied.world(), c, sent);
                add(steps, what + " is applied, its answer lost", EVERYBODY, unsure, applied.broken());
            }
        } else {
            add(steps, what + " conflicts and is answered", others, refused(world, c, sent), null);
        }
        if (trouble && client.late() == null && !sent.stale()) {
            List<RulesWorld> unsure = unsure(world.with(c, client.late(sent)), c, sent);
            add(steps, what + " is late; it waits no longer", EVERYBODY, unsure, null);
        }
    }

    private static void add(
            List<RulesStep> steps, String label, int against, List<RulesWorld> worlds, @Nullable Invariant broken) {
        worlds.forEach(world -> steps.add(new RulesStep(label, against, world, broken)));
    }

    private boolean mayFail(RulesWorld world, RulesClient client) {
        return client.troubled() || world.troubled() < setting.troubled();
    }

    /** The second copy of a change that was applied: of use only where it expects no record. */
    private static Message remaining(Message applied) {
        return applied.parts().stream().allMatch(Part::absent) ? applied : null;
    }

    private List<RulesWorld> answered(RulesWorld world, int c, Message message) {
        RulesClient client = world.clients().get(c);
        return switch (message.kind()) {
            case ACQUIRE ->
                List.of(message.grants() ? protocol.granted(world, c) : world.with(c, client.in(Stage.WAITING)));
            case RELEASE -> List.of(world.with(c, client.idle()));
            case SETTLE -> protocol.settled(world, c);
        };
    }

    private List<RulesWorld> refused(RulesWorld world, int c, Message message) {
        return switch (message.kind()) {
            case ACQUIRE -> List.of(protocol.askedAgain(world, c));
            case RELEASE -> List.of(protocol.left(world, c));
            case SETTLE -> protocol.looked(world, c);
        };
    }

    private List<RulesWorld> unsure(RulesWorld world, int c, Message message) {
        RulesClient client = world.clients().get(c);
        return switch (message.kind()) {
            case ACQUIRE -> protocol.looked(world.with(c, client.losing(client.sent())), c);
            case RELEASE -> List.of(protocol.left(world, c));
            case SETTLE -> protocol.looked(world, c);
        };
    }

    private void arrivesLate(RulesWorld world, int c, List<RulesStep> steps) {
        RulesClient client = world.clients().get(c);
        Message late = client.late();
        String what = Protocol.name(c) + "'s late " + late.kind();
        RulesWorld without = world.with(c, client.late(null));
        steps.add(new RulesStep(what + " is lost for good", 0, without, null));
        if (store.applies(world, late)) {
            steps.add(overridden(store.apply(what + " arrives and is applied", 0, without, late), late, c));
        }
    }

    /** A client that was overridden is told so. */
    private RulesStep overridden(RulesStep step, Message message, int by) {
        RulesWorld world = step.world();
        if (message.takeover()) {
            for (int c = 0; c < world.clients().size(); c++) {
                if (c != by && world.clients().get(c).phase() == Stage.HOLDING && !holdsAll(world, c)) {
                    world = protocol.told(world, c);
                }
            }
        }
        return new RulesStep(step.label(), step.against(), world, step.broken());
    }

    private static boolean holdsAll(RulesWorld world, int c) {
        RulesClient client = world.clients().get(c);
        for (int r = 0; r < world.cells().size(); r++) {
            if (client.wants(r) && world.cells().get(r).state().holdOf(RulesClient.id(c, client.attempt())) == null) {
                return false;
            }
        }
        return true;
    }

    private void crashes(RulesWorld world, int c, List<RulesStep> steps) {
        RulesClient client = world.clients().get(c);
        String who = Protocol.name(c);
        if (client.phase() == Stage.CRASHED) {
            steps.add(new RulesStep(who + " is proven gone", 0, world.with(c, client.in(Stage.GONE)), null));
        }
        if (client.alive()) {
            if (client.phase() != Stage.IDLE && mayFail(world, client)) {
                steps.add(new RulesStep(who + " crashes", 1 << c, world.with(c, client.crashed()), null));
            }
        } else if (client.late() == null
                && !world.mentions(RulesClient.id(c, 0))
                && !world.mentions(RulesClient.id(c, 1))) {
            steps.add(new RulesStep(
                    who + " is forgotten; another takes its part", 1 << c, world.with(c, RulesClient.NEW), null));
        }
    }

    private void timePasses(RulesWorld world, int r, List<RulesStep> steps) {
        Cell cell = world.cells().get(r);
        LockState state = cell.state();
        boolean more = world.over() < setting.over();
        for (Hold hold : state.holds()) {
            if (more && RulesTimes.mayEnd(hold)) {
                steps.add(new RulesStep(
                        "time ends the hold " + hold.id().high() + " on " + names(1 << r),
                        0,
                        ended(world, r, hold),
                        null));
            }
        }
        for (Ticket ticket : state.queue()) {
            if (more && !RulesTimes.silent(ticket)) {
                HoldId id = ticket.claim().id();
                steps.add(new RulesStep(
                        "time ends the ticket " + id.high() + " on " + names(1 << r), 0, aged(world, r, id), null));
            }
        }
        if (RulesWorld.NOW.equals(state.marked()) && (flaw == Flaw.MARK_TOO_SHORT || !guards(world, r))) {
            RulesWorld next = world.withCell(r, cell.with(RulesTimes.markAged(state)))
                    .eachMessage(message -> message.map(r, RulesTimes::markAged));
            steps.add(new RulesStep("time ends the mark on " + names(1 << r), 0, next, null));
        }
    }

    /** Whether a change is in flight that only the mark on that resource keeps from applying. */
    private static boolean guards(RulesWorld world, int r) {
        return world.clients().stream()
                .map(RulesClient::late)
                .anyMatch(late -> late != null
                        && late.settled()
                        && late.kind() == Message.Purpose.ACQUIRE
                        && late.expectsAbsent(r));
    }

    private RulesWorld ended(RulesWorld world, int r, Hold hold) {
        RulesWorld next = aged(world, r, hold.id());
        int c = (int) hold.id().high() - 1;
        RulesClient client = world.clients().get(c);
        boolean believes = client.phase() == Stage.HOLDING
                && RulesClient.id(c, client.attempt()).equals(hold.id());
        return believes && flaw != Flaw.LEASE_COUNTED_LONGER ? protocol.told(next, c) : next;
    }

    private static RulesWorld aged(RulesWorld world, int r, HoldId id) {
        Cell cell = world.cells().get(r);
        return world.withCell(r, cell.with(RulesTimes.aged(cell.state(), id)))
                .eachMessage(message -> message.map(r, state -> RulesTimes.aged(state, id)));
    }

    private void tidied(RulesWorld world, int r, List<RulesStep> steps) {
        Cell cell = world.cells().get(r);
        LockState next = judge().decide(cell.state(), new Command.Tidy(), world.evidence())
                .next();
        if (!next.equals(cell.state())) {
            Message sweep = new Message(Message.Purpose.RELEASE, 0, false, false, List.of(Part.write(r, false, next)));
            steps.add(store.apply("the sweep tidies " + names(1 << r), 0, world, sweep));
        }
    }

    private static String names(int want) {
        return want == 3 ? "x and y" : want == 1 ? "x" : "y";
    }
}

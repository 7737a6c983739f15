package dev.holdfast.internal.rules.model;

import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.Mode;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Decision;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Notice;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.RequestChange;
import dev.holdfast.internal.rules.RequestLog;
import dev.holdfast.internal.rules.model.HandOverSetting.May;
import dev.holdfast.internal.rules.model.HandOverWorld.Bar;
import dev.holdfast.internal.rules.model.HandOverWorld.Person;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** All that can happen next: people act, answers to them get lost, time passes, people die. */
final class HandOverSteps {
    private final HandOverSetting setting;
    private final HandOverTwist twist;
    private final HandOverLaws laws;
    private HandOverWorld world = HandOverWorld.start(0);
    private List<Edge> edges = List.of();

    HandOverSteps(HandOverSetting setting, HandOverTwist twist) {
        this.setting = setting;
        this.twist = twist;
        this.laws = new HandOverLaws(setting);
    }

    /** @param broken the law that the step itself breaks, or null */
    record Edge(String label, HandOverWorld to, @Nullable HandOverLaw broken) {}

    List<Edge> from(HandOverWorld start) {
        world = start;
        edges = new ArrayList<>();
        for (int c = 0; c < world.people().size(); c++) {
            if (world.people().get(c).alive()) {
                acts(c);
                fates(c);
            } else {
                command(c, "is seen dead by a sweep", new Command.Tidy());
            }
        }
        if (world.units() < setting.units()) {
            edges.add(new Edge("time passes", world.later(), null));
        }
        return edges;
    }

    private void acts(int c) {
        Person person = world.people().get(c);
        HoldId id = world.id(c);
        if (person.until() == null) {
            takes(c, "acquires", acquire(c, false, null));
            if (setting.may(c, May.WAIT)) {
                takes(c, "waits", acquire(c, true, null));
            }
            if (setting.may(c, May.TAKE_OVER)) {
                takes(c, "takes over", acquire(c, false, new Command.Takeover(HandOverWorld.name(c), "")));
            }
            if (setting.may(c, May.ASK)) {
                command(c, "asks", new Command.Ask(world.claim(c, setting), ""));
                command(c, "withdraws", new Command.Withdraw(id));
            }
            if (person.attempt() + 1 < setting.roles().get(c).receipts()
                    && world.lock().holdOf(id) == null) {
                edges.add(new Edge(label(c, "makes a new receipt"), world.with(c, person.next()), null));
            }
        } else {
            takes(c, "renews", new Command.Renew(id, true, null));
            command(c, "renews, and the answer is lost", new Command.Renew(id, true, null));
            answers(c);
            upgrades(c);
        }
        command(
                c,
                "releases",
                new Command.Release(id),
                then -> then.with(c, then.people().get(c).counting(null)));
        if (setting.may(c, May.FORCE)) {
            command(c, "forces", new Command.Force("root", ""));
        }
    }

    private Command acquire(int c, boolean queue, Command.@Nullable Takeover takeover) {
        return new Command.Acquire(world.claim(c, setting), queue, takeover);
    }

    private void upgrades(int c) {
        Hold hold = world.lock().holdOf(world.id(c));
        if (setting.may(c, May.UPGRADE) && hold != null && hold.mode() == Mode.SHARED) {
            Claim alone = world.claim(c, setting, Mode.EXCLUSIVE);
            takesIfGranted(c, "upgrades", new Command.Acquire(alone, false, null));
            command(c, "asks the others to leave", new Command.Ask(alone, ""));
            command(c, "asks no more", new Command.Withdraw(world.id(c)));
        }
    }

    private void answers(int c) {
        Hold hold = world.lock().holdOf(world.id(c));
        String name = HandOverWorld.name(c);
        List<OpenRequest> requests =
                hold == null ? List.of() : world.lock().requests().to(hold);
        for (OpenRequest request : requests) {
            HoldId id = request.claim().id();
            String asker = " to " + request.claim().owner().id();
            command(c, "hands over" + asker, new Command.Respond(name, id, Reply.now()), this::released);
            command(c, "declines" + asker, new Command.Respond(name, id, Reply.no("")));
            for (int units : new int[] {1, 3}) {
                Reply promise = Reply.promise(HandOverWorld.UNIT.multipliedBy(units));
                command(c, "promises in " + units + asker, new Command.Respond(name, id, promise));
            }
        }
        if (!requests.isEmpty()) {
            command(c, "is shown the requests", new Command.Show(name));
        }
    }

    /** A holder that hands over stops its work before. */
    private HandOverWorld released(HandOverWorld then) {
        HandOverWorld next = then;
        for (int c = 0; c < then.people().size(); c++) {
            if (world.lock().holdOf(world.id(c)) != null && then.lock().holdOf(then.id(c)) == null) {
                next = next.with(c, next.people().get(c).counting(null));
            }
        }
        return next;
    }

    private void fates(int c) {
        Person person = world.people().get(c);
        fate(c, May.DIE, Bar.DEAD);
        fate(c, May.END, Bar.ENDED);
        fate(c, May.FILL_ITS_SLOT, Bar.SLOT);
        fate(c, May.OPERATE_ELSEWHERE, Bar.PACE);
        if (person.bar() == Bar.ENDED) {
            command(c, "is ended here", new Command.ReleaseOwner(HandOverWorld.name(c)), this::released);
        }
    }

    private void fate(int c, May may, Bar bar) {
        Person person = world.people().get(c);
        if (setting.may(c, may) && person.bar() == Bar.NONE) {
            edges.add(new Edge(label(c, "is " + bar), world.with(c, person.barred(bar)), null));
        }
    }

    /** Adds a command after which the person counts on the hold that it is told of. */
    private void takes(int c, String what, Command command) {
        add(label(c, what), command, (then, outcome) -> {
            Hold hold = outcome instanceof Outcome.Granted granted
                    ? granted.hold()
                    : outcome instanceof Outcome.Renewed renewed ? renewed.hold() : null;
            return then.with(c, then.people().get(c).counting(hold == null ? null : hold.until()));
        });
    }

    /** Adds the same for a command whose refusal leaves what the person has. */
    private void takesIfGranted(int c, String what, Command command) {
        add(
                label(c, what),
                command,
                (then, outcome) -> outcome instanceof Outcome.Granted granted
                        ? then.with(
                                c, then.people().get(c).counting(granted.hold().until()))
                        : then);
    }

    private void command(int c, String what, Command command) {
        command(c, what, command, then -> then);
    }

    private void command(int c, String what, Command command, UnaryOperator<HandOverWorld> after) {
        add(label(c, what), command, (then, outcome) -> after.apply(then));
    }

    /** What a person makes of the outcome. */
    private interface Reaction {
        HandOverWorld to(HandOverWorld then, Outcome outcome);
    }

    private void add(String label, Command command, Reaction reaction) {
        Decision decision =
                twist.decide(world.lock(), command, setting.policy(), world.evidence(command, setting), world.now());
        long version = world.nextFence();
        LockState next = decision.next().stamped(version, world.now());
        HandOverWorld then = told(world.with(next.isFree() ? LockState.FREE : next, logs(decision, version)), decision);
        then = reaction.to(then, decision.outcome().stamped(version, world.now()));
        HandOverLaw broken = laws.brokenBy(world, command, decision, then);
        HandOverWorld normal = then.normal();
        if (broken != null || !normal.equals(world)) {
            edges.add(new Edge(label, normal, broken));
        }
    }

    private Map<String, RequestLog> logs(Decision decision, long version) {
        Map<String, RequestLog> logs = new HashMap<>(world.logs());
        for (RequestChange change : decision.requests()) {
            String person = OpenRequest.person(change.request().claim());
            logs.put(person, RequestLog.with(logs.get(person), "r", change));
        }
        logs.replaceAll((person, log) -> log.stamped(version, world.now()));
        return logs;
    }

    /** Those whose holds others ended are told so. */
    private static HandOverWorld told(HandOverWorld then, Decision decision) {
        HandOverWorld next = then;
        for (Notice notice : decision.notices()) {
            boolean told = notice.kind() == EventKind.FORCED || notice.kind() == EventKind.OVERRIDDEN;
            if (told && !LossLaws.isClosure(notice.hold())) {
                int c = HandOverWorld.maker(notice.hold().id());
                next = next.with(c, next.people().get(c).counting(null));
            }
        }
        return next;
    }

    private static String label(int c, String what) {
        return HandOverWorld.name(c) + " " + what;
    }
}

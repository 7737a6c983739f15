package dev.holdfast.internal.rules.model;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Decision;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.RequestChange;
import dev.holdfast.internal.rules.RequestLog;
import dev.holdfast.internal.rules.Rules;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.internal.rules.model.HandOverWorld.Bar;
import dev.holdfast.internal.rules.model.HandOverWorld.Person;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The check of every state, and of every step. */
final class HandOverLaws {
    private final HandOverSetting setting;
    private final LossLaws losses;

    HandOverLaws(HandOverSetting setting) {
        this.setting = setting;
        this.losses = new LossLaws(setting);
    }

    /** Returns the law that a state breaks, or null. */
    @Nullable
    HandOverLaw brokenIn(HandOverWorld world) {
        LockState lock = world.lock();
        for (Hold one : lock.holds()) {
            for (Hold other : lock.holds()) {
                if (!one.equals(other) && !one.mode().besides(other.mode())) {
                    return HandOverLaw.EXCLUSION;
                }
            }
        }
        for (int c = 0; c < world.people().size(); c++) {
            Person person = world.people().get(c);
            if (person.until() != null && lock.holdOf(world.id(c)) == null) {
                return HandOverLaw.BELIEF;
            }
        }
        Map<String, HoldId> open = new HashMap<>();
        for (OpenRequest request : lock.requests().list()) {
            Hold hold = holdOf(lock, request);
            if (hold == null) {
                return HandOverLaw.ENDS;
            } else if (request.until() != null && hold.until().isAfter(request.until())) {
                return HandOverLaw.PROMISE;
            }
            HoldId id = request.claim().id();
            HoldId other = open.put(OpenRequest.person(request.claim()), id);
            if (other != null && !other.equals(id)) {
                return HandOverLaw.ONE_OPEN;
            }
        }
        HandOverLaw broken = UpgradeLaws.brokenIn(lock);
        return broken != null || endsWithItsHold(world) ? broken : HandOverLaw.ENDS;
    }

    private static @Nullable Hold holdOf(LockState lock, OpenRequest request) {
        return lock.holds().stream()
                .filter(hold -> hold.fence() == request.fence()
                        && hold.owner().id().equals(request.holder().id()))
                .findFirst()
                .orElse(null);
    }

    /** Returns whether each request that its asker believes open is so, or is found to have ended by the next that looks. */
    private boolean endsWithItsHold(HandOverWorld world) {
        Command tidy = new Command.Tidy();
        Decision tidied = Rules.decide(
                world.lock(),
                tidy,
                setting.policy(),
                world.evidence(tidy, setting).on(world.lock()),
                world.now());
        return world.logs().values().stream()
                .flatMap(log -> log.requests().stream())
                .filter(request -> !request.state().ended())
                .allMatch(request -> isOpen(tidied.next(), request)
                        || tidied.requests().stream()
                                .anyMatch(change -> change.state().ended() && isAbout(change.request(), request)));
    }

    private static boolean isOpen(LockState lock, HandOverRequest logged) {
        return lock.requests().list().stream()
                .anyMatch(request -> isAbout(request, logged) && holdOf(lock, request) != null);
    }

    private static boolean isAbout(OpenRequest request, HandOverRequest logged) {
        return request.claim().id().equals(logged.id())
                && request.holder().id().equals(logged.holder().id());
    }

    /** Returns the law that a step breaks, or null. */
    @Nullable
    HandOverLaw brokenBy(HandOverWorld before, Command command, Decision decision, HandOverWorld after) {
        for (RequestChange change : decision.requests()) {
            HandOverLaw broken = brokenBy(before, change, after);
            if (broken != null) {
                return broken;
            }
        }
        if (command instanceof Command.Ask ask && asksTooOften(after, ask)) {
            return HandOverLaw.PER_HOUR;
        }
        if (command instanceof Command.Respond answer && isLate(before, answer, after)) {
            return HandOverLaw.PROMISE;
        }
        for (Hold hold : after.lock().holds()) {
            Hold old = before.lock().holdOf(hold.id());
            HandOverLaw broken = old == null && !LossLaws.isClosure(hold)
                    ? brokenBy(before, command, hold, after)
                    : old == null ? null : UpgradeLaws.brokenBy(before, old, hold);
            if (broken != null) {
                return broken;
            }
        }
        return losses.brokenBy(before, command, decision, after);
    }

    private static @Nullable HandOverLaw brokenBy(HandOverWorld before, RequestChange change, HandOverWorld after) {
        OpenRequest request = change.request();
        RequestLog log = before.logs().get(OpenRequest.person(request.claim()));
        boolean over = log != null
                && log.requests().stream().anyMatch(logged -> logged.state().ended() && isAbout(request, logged));
        if (over) {
            return HandOverLaw.ONCE;
        }
        if (change.state() == RequestState.HANDED) {
            HoldId id = request.claim().id();
            Hold hold = after.lock().holdOf(id);
            if (hold == null) {
                return after.lock().requests().of(id).isEmpty() ? HandOverLaw.HANDED : null;
            }
            return hold.fence() > request.fence() ? null : HandOverLaw.FENCE;
        }
        return null;
    }

    /** Judges a hold that begins. */
    private @Nullable HandOverLaw brokenBy(HandOverWorld before, Command command, Hold hold, HandOverWorld after) {
        int c = HandOverWorld.maker(hold.id());
        if (before.people().get(c).bar() != Bar.NONE) {
            return HandOverLaw.RECEIVER;
        }
        boolean acquires = command instanceof Command.Acquire acquire
                && acquire.claim().id().equals(hold.id());
        if (acquires || before.lock().placeOf(hold.id()) > 0) {
            return null;
        }
        if (statesOf(after, hold.id()).stream().noneMatch(state -> state == RequestState.HANDED)) {
            return HandOverLaw.ONCE;
        }
        boolean passes = before.lock().queue().stream()
                .filter(ticket -> ticket.until().isAfter(before.now()))
                .map(Ticket::claim)
                .anyMatch(claim -> after.lock().placeOf(claim.id()) > 0
                        && !claim.owner().id().equals(hold.owner().id()));
        return passes && !setting.policy().requests().first() ? HandOverLaw.QUEUE : null;
    }

    private static List<RequestState> statesOf(HandOverWorld world, HoldId id) {
        return world.logs().values().stream()
                .flatMap(log -> log.requests().stream())
                .filter(request -> request.id().equals(id))
                .map(HandOverRequest::state)
                .toList();
    }

    private boolean asksTooOften(HandOverWorld after, Command.Ask ask) {
        RequestLog log = after.logs().get(OpenRequest.person(ask.claim()));
        Instant from = after.now().minus(RequestLog.WINDOW);
        long made = log == null
                ? 0
                : log.requests().stream()
                        .filter(request -> request.asked().isAfter(from))
                        .map(HandOverRequest::id)
                        .distinct()
                        .count();
        return made > setting.policy().requests().perHour();
    }

    /** Returns whether a promise ends the hold later than it says, and later than the holder counted on before. */
    private static boolean isLate(HandOverWorld before, Command.Respond answer, HandOverWorld after) {
        Reply reply = answer.reply();
        if (reply.state() != RequestState.PROMISED) {
            return false;
        }
        Hold had = before.lock().holdOfOwner(answer.holder());
        Instant said = before.now().plus(reply.within());
        Instant latest = had != null && had.until().isAfter(said) ? had.until() : said;
        return after.lock().requests().of(answer.request()).stream()
                .anyMatch(request -> request.promised()
                        && before.lock().requests().of(answer.request()).stream()
                                .noneMatch(OpenRequest::promised)
                        && request.until().isAfter(latest));
    }
}

package dev.holdfast.internal.rules.model;

import dev.holdfast.HandOverRequest;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.OpenRequests;
import dev.holdfast.internal.rules.RequestLog;
import dev.holdfast.internal.rules.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One state of a resource, of the people around it, and of what their requests came to.
 *
 * @param units how much time has passed
 * @param logs of requests, by person
 */
record HandOverWorld(LockState lock, List<Person> people, Map<String, RequestLog> logs, int units) {
    /** A third of the hour within which requests are counted. */
    static final Duration UNIT = Duration.ofMinutes(20);

    static final Lease LEASE = Lease.of(UNIT.multipliedBy(2));
    static final Instant START = RulesWorld.NOW;

    HandOverWorld {
        people = List.copyOf(people);
        logs = Map.copyOf(logs);
    }

    /** What keeps a person from the resource. */
    enum Bar {
        NONE,
        DEAD,
        ENDED,
        SLOT,
        PACE
    }

    /**
     * A person, as its own program sees it.
     *
     * @param attempt which receipt it uses
     * @param until until when it counts on its hold, or null if it knows of none
     */
    record Person(int attempt, Bar bar, @Nullable Instant until) {
        static final Person NEW = new Person(0, Bar.NONE, null);

        Person next() {
            return new Person(attempt + 1, bar, null);
        }

        Person counting(@Nullable Instant end) {
            return new Person(attempt, bar, end);
        }

        Person barred(Bar by) {
            return new Person(attempt, by, by == Bar.DEAD ? null : until);
        }

        boolean alive() {
            return bar != Bar.DEAD;
        }
    }

    static HandOverWorld start(int people) {
        return new HandOverWorld(LockState.FREE, java.util.Collections.nCopies(people, Person.NEW), Map.of(), 0);
    }

    Instant now() {
        return START.plus(UNIT.multipliedBy(units));
    }

    static String name(int c) {
        return "ABC".substring(c, c + 1);
    }

    static HoldId id(int c, int attempt) {
        return new HoldId(c + 1, attempt);
    }

    HoldId id(int c) {
        return id(c, people.get(c).attempt());
    }

    /** Returns who made a claim. */
    static int maker(HoldId id) {
        return (int) id.high() - 1;
    }

    Claim claim(int c, HandOverSetting setting) {
        return claim(c, setting, setting.roles().get(c).mode());
    }

    Claim claim(int c, HandOverSetting setting, Mode mode) {
        Owner owner = Owner.of(name(c)).user(setting.roles().get(c).user());
        return new Claim(id(c), owner, mode, LEASE);
    }

    HandOverWorld with(int c, Person changed) {
        List<Person> next = new ArrayList<>(people);
        next.set(c, changed);
        return new HandOverWorld(lock, next, logs, units);
    }

    HandOverWorld with(LockState next, Map<String, RequestLog> nextLogs) {
        return new HandOverWorld(next, people, nextLogs, units);
    }

    /** Returns the world a unit later: who counts on a lease notices its end by its own clock. */
    HandOverWorld later() {
        HandOverWorld next = new HandOverWorld(lock, people, logs, units + 1);
        for (int c = 0; c < people.size(); c++) {
            Instant until = people.get(c).until();
            if (until != null && !next.now().isBefore(until)) {
                next = next.with(c, people.get(c).counting(null));
            }
        }
        return next;
    }

    /** Returns what can be known before that command. */
    Evidence evidence(Command command, HandOverSetting setting) {
        Set<HoldId> gone = new HashSet<>();
        Map<HoldId, Standing> standings = new HashMap<>();
        for (int c = 0; c < people.size(); c++) {
            Person person = people.get(c);
            Claim claim = claim(c, setting);
            boolean asks =
                    command instanceof Command.Ask ask && ask.claim().id().equals(claim.id());
            RequestLog log = asks ? logs.get(OpenRequest.person(claim)) : null;
            Standing standing = new Standing(
                    person.bar() == Bar.ENDED,
                    person.bar() == Bar.SLOT ? elsewhere(claim) : null,
                    person.bar() == Bar.PACE ? now() : null,
                    log);
            for (int attempt = 0; attempt <= person.attempt(); attempt++) {
                if (person.bar() == Bar.DEAD) {
                    gone.add(id(c, attempt));
                }
                if (!standing.equals(Standing.CLEAR)) {
                    standings.put(id(c, attempt), standing);
                }
            }
        }
        return new Evidence(gone, Set.of(), Set.of(), standings);
    }

    private Hold elsewhere(Claim claim) {
        return new Hold(
                List.of(new HoldId(9, 9)),
                claim.owner(),
                Mode.EXCLUSIVE,
                1,
                START,
                START,
                START,
                LEASE,
                "",
                claim.slot(),
                true);
    }

    long nextFence() {
        return lock.holds().stream().mapToLong(Hold::fence).max().orElse(0) + 1;
    }

    /** Returns this with all alike that no longer matters: of fences only the order, of a message nothing. */
    HandOverWorld normal() {
        List<Long> fences = new ArrayList<>(
                new TreeSet<>(lock.holds().stream().map(Hold::fence).toList()));
        List<Hold> holds = lock.holds().stream()
                .map(hold -> plain(hold, fences.indexOf(hold.fence()) + 1))
                .toList();
        List<OpenRequest> requests = lock.requests().list().stream()
                .map(request -> fenced(request, fences.indexOf(request.fence()) + 1))
                .toList();
        Map<String, RequestLog> known = new HashMap<>();
        logs.forEach((person, log) -> known.put(
                person,
                new RequestLog(
                        log.user(),
                        log.requests().stream().map(this::plain).toList(),
                        log.times().stream().filter(this::isRecent).toList())));
        OpenRequests all = new OpenRequests(requests, lock.requests().muted());
        LockState state = lock.isFree() ? LockState.FREE : new LockState(holds, lock.queue(), null, null, all);
        return new HandOverWorld(state, people, known, units);
    }

    private static OpenRequest fenced(OpenRequest request, long fence) {
        return new OpenRequest(
                request.claim(),
                request.holder(),
                fence,
                request.message(),
                START,
                request.told() == null ? null : START,
                request.until(),
                request.promised(),
                request.reply(),
                request.lease(),
                request.unanswered());
    }

    private boolean isRecent(Instant time) {
        return time.plus(RequestLog.WINDOW).isAfter(now());
    }

    /** Returns the hold with the same end, counted from the start of the world. */
    private static Hold plain(Hold hold, long fence) {
        Duration limit = hold.lease().absolute();
        Lease lease = limit == null
                ? hold.lease()
                : new Lease(
                        Duration.between(START, hold.since().plus(limit)),
                        hold.lease().idle(),
                        hold.lease().grace());
        return new Hold(
                hold.entries(),
                hold.owner(),
                hold.mode(),
                fence,
                START,
                hold.seen(),
                hold.seen(),
                lease,
                hold.note(),
                hold.slot(),
                hold.claimed());
    }

    private HandOverRequest plain(HandOverRequest request) {
        return new HandOverRequest(
                request.resource(),
                request.id(),
                request.asker(),
                request.holder(),
                0,
                "",
                request.state(),
                isRecent(request.asked()) ? request.asked() : START.minus(RequestLog.WINDOW),
                null,
                null,
                "",
                request.state().ended() ? START : null);
    }
}

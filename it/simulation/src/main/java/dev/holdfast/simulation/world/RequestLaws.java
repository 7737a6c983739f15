package dev.holdfast.simulation.world;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.RequestLog;
import dev.holdfast.simulation.Scheduler;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The properties of requests to hand over, checked after every change of the store. */
final class RequestLaws {
    private final Scheduler scheduler;
    private final Settings settings;
    private final Truth truth;
    private final SilenceLaws silence;
    /** When each person asked, by resource and person. */
    private final Map<Key, List<Instant>> asked = new HashMap<>();

    private final Set<String> counted = new HashSet<>();

    RequestLaws(Scheduler scheduler, Settings settings, Truth truth) {
        this.scheduler = scheduler;
        this.settings = settings;
        this.truth = truth;
        this.silence = new SilenceLaws(scheduler, settings);
    }

    /** Judges a change, with what its records of requests and locks were before. */
    void applied(Group group, Map<Key, @Nullable Body> before, long version, Instant now) {
        Set<String> resources = new HashSet<>();
        for (Change change : group.changes()) {
            if (change.type() != Change.Type.CHECK && change.key().kind() == Kind.LOCK) {
                String resource = change.key().name();
                resources.add(resource);
                checkLock(resource);
                silence.check(resource, lockIn(before, change.key()), truth.lock(resource), group.events(), now);
            } else if (change.type() == Change.Type.PUT && change.key().kind() == Kind.REQUEST) {
                resources.add(resource(change.key()));
                RequestLog log = (RequestLog) before.get(change.key());
                checkLog(change.key(), log == null ? List.of() : log.requests(), version, now);
            }
        }
        resources.forEach(this::checkLogs);
    }

    private static LockState lockIn(Map<Key, @Nullable Body> bodies, Key key) {
        return bodies.get(key) instanceof LockState lock ? lock : LockState.FREE;
    }

    private static String resource(Key key) {
        return key.name().substring(0, key.name().indexOf('\n'));
    }

    private void checkLock(String resource) {
        LockState lock = truth.lock(resource);
        Map<String, HoldId> open = new HashMap<>();
        for (OpenRequest request : lock.requests().list()) {
            String asker = request.claim().owner().id();
            Hold hold = holdOf(lock, request);
            if (hold == null) {
                scheduler.fail("The request of " + asker + " for " + resource + " outlives the hold that it is about.");
            } else if (request.until() != null
                    && (hold.until() == null || hold.until().isAfter(request.until()))) {
                scheduler.fail("The hold of " + hold.owner().id() + " on " + resource + " lasts until " + hold.until()
                        + ", although it was promised to " + asker + " for " + request.until() + ".");
            }
            HoldId id = request.claim().id();
            HoldId other = open.put(OpenRequest.person(request.claim()), id);
            if (other != null && !other.equals(id)) {
                scheduler.fail(asker + " has two open requests for " + resource + ".");
            }
        }
    }

    static @Nullable Hold holdOf(LockState lock, OpenRequest request) {
        return lock.holds().stream()
                .filter(hold -> hold.fence() == request.fence()
                        && hold.owner().id().equals(request.holder().id()))
                .findFirst()
                .orElse(null);
    }

    private void checkLog(Key key, List<HandOverRequest> before, long version, Instant now) {
        for (HandOverRequest request : log(key)) {
            HandOverRequest old = before.stream()
                    .filter(other -> other.id().equals(request.id())
                            && other.holder().id().equals(request.holder().id()))
                    .findFirst()
                    .orElse(null);
            if (old == null && request.asked().equals(now)) {
                countAsking(key, request, before, now);
            }
            if (old != null && old.state().ended() && old.state() != request.state()) {
                scheduler.fail("The request of " + request.asker().id() + " for " + request.resource() + " was "
                        + old.state() + ", and is " + request.state() + ".");
            }
            if (request.state() == RequestState.HANDED
                    && (old == null || !old.state().ended())) {
                checkHanded(request, version);
            }
        }
    }

    private List<HandOverRequest> log(Key key) {
        Entry entry = truth.entry(key);
        return entry == null ? List.of() : ((RequestLog) entry.body()).requests();
    }

    private void countAsking(Key key, HandOverRequest request, List<HandOverRequest> before, Instant now) {
        if (before.stream().anyMatch(other -> other.id().equals(request.id()))
                || !counted.add(key + "/" + request.id())) {
            return; // One request to several holders.
        }
        List<Instant> times = asked.computeIfAbsent(key, any -> new ArrayList<>());
        times.removeIf(time -> !now.isBefore(time.plus(RequestLog.WINDOW)));
        times.add(now);
        if (times.size()
                > settings.policies.forResource(request.resource()).requests().perHour()) {
            scheduler.fail(request.asker().id() + " has asked for " + request.resource() + " " + times.size()
                    + " times within an hour.");
        }
    }

    private void checkHanded(HandOverRequest request, long version) {
        LockState lock = truth.lock(request.resource());
        // Another request of the asker's owner may have taken the hold up in the same change.
        Hold hold = lock.holds().stream()
                .filter(any -> any.owner().id().equals(request.asker().id()))
                .findFirst()
                .orElse(null);
        boolean waitsForOthers = !lock.requests().of(request.id()).isEmpty();
        boolean has = hold != null && hold.fence() > request.fence() && hold.fence() <= version;
        if (!has && !waitsForOthers) {
            scheduler.fail(request.resource() + " is said to be handed over to "
                    + request.asker().id() + ", which has " + hold + ".");
        }
    }

    /** Checks that what askers read is what the record of the resource says. */
    private void checkLogs(String resource) {
        LockState lock = truth.lock(resource);
        Set<String> open = new HashSet<>();
        for (OpenRequest request : lock.requests().list()) {
            open.add(request.claim().id() + " to " + request.holder().id());
        }
        for (Entry entry : truth.entries()) {
            if (entry.key().kind() == Kind.REQUEST && resource(entry.key()).equals(resource)) {
                for (HandOverRequest request : ((RequestLog) entry.body()).requests()) {
                    boolean there =
                            open.remove(request.id() + " to " + request.holder().id());
                    if (there == request.state().ended()) {
                        scheduler.fail("The request of " + request.asker().id() + " for " + resource + " is "
                                + request.state() + " for its asker, and " + (there ? "open" : "over")
                                + " for the holder.");
                    }
                }
            }
        }
        if (!open.isEmpty()) {
            scheduler.fail("No asker can find the requests " + open + " for " + resource + ".");
        }
    }
}

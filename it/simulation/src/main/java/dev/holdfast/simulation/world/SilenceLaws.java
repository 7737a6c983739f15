package dev.holdfast.simulation.world;

import dev.holdfast.Hold;
import dev.holdfast.LockEvent;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Silence;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.simulation.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The properties of requests that no holder answers: silence counts from when the holder was told, and no earlier. */
final class SilenceLaws {
    /** From the decision that a holder was told to the change that says so. */
    private static final Duration MAX_TRIP = Duration.ofMillis(100);

    private final Scheduler scheduler;
    private final Settings settings;
    private final Set<String> reported = new HashSet<>();

    SilenceLaws(Scheduler scheduler, Settings settings) {
        this.scheduler = scheduler;
        this.settings = settings;
    }

    void check(String resource, LockState before, LockState after, List<LockEvent> events, Instant now) {
        Policy policy = settings.policies.forResource(resource);
        for (LockEvent event : events) {
            if (event.kind() == EventKind.UNANSWERED && event.resource().equals(resource)) {
                checkReport(before, event, now);
            } else if (event.kind() == EventKind.EXPIRED && event.resource().equals(resource)) {
                checkExpired(before, event, policy);
            }
        }
        for (OpenRequest request : after.requests().list()) {
            if (!request.promised()) {
                checkEnd(resource, request, policy);
                checkDue(resource, request, policy);
            }
        }
        for (Hold hold : after.holds()) {
            checkLease(resource, hold, after, policy);
        }
    }

    private void checkEnd(String resource, OpenRequest request, Policy policy) {
        Instant until = request.until();
        boolean counts = request.told() != null && policy.requests().silence() == Silence.HAND_OVER;
        if (counts != (until != null)) {
            fail(resource, request, "ends the hold at " + until);
        }
        Instant end = limit(request, policy);
        if (until == null || end == null) {
            return;
        }
        if (until.isAfter(end) || (isPrompt() && until.isBefore(end.minus(MAX_TRIP)))) {
            fail(resource, request, "ends the hold at " + until + " and not at " + end);
        }
    }

    /** Checks that the silence of a holder is to be reported when its time is over. */
    private void checkDue(String resource, OpenRequest request, Policy policy) {
        Instant due = request.unanswered();
        Instant end = limit(request, policy);
        if (due == null) {
            return;
        }
        if (policy.requests().silence() != Silence.REPORT
                || end == null
                || due.isAfter(end)
                || (isPrompt() && due.isBefore(end.minus(MAX_TRIP)))) {
            fail(resource, request, "is reported at " + due);
        }
    }

    private void checkReport(LockState before, LockEvent event, Instant now) {
        for (OpenRequest request : before.requests().list()) {
            Instant due = request.unanswered();
            if (RequestLaws.holdOf(before, request) != null
                    && request.fence() == event.hold().fence()
                    && request.holder().id().equals(event.hold().owner().id())
                    && request.claim().owner().name().equals(event.actor())
                    && due != null
                    && !now.isBefore(due)
                    && reported.add(
                            request.claim().id() + " to " + request.holder().id())) {
                return;
            }
        }
        scheduler.fail("The silence to " + event.actor() + " for " + event.resource() + " was reported at " + now
                + ", although there is no request that it counts for.");
    }

    /** Checks that a hold that lasted until a request ended it is not said to have expired: its asker gets it. */
    private void checkExpired(LockState before, LockEvent event, Policy policy) {
        for (OpenRequest request : before.requests().list()) {
            Hold hold = RequestLaws.holdOf(before, request);
            if (request.fence() == event.hold().fence()
                    && request.holder().id().equals(event.hold().owner().id())
                    && policy.reclaimAfter() == null
                    && request.until() != null
                    && hold != null
                    && request.until().equals(hold.until())) {
                fail(event.resource(), request, "was to be served at " + request.until() + ", and the hold expired");
            }
        }
    }

    /** Checks that a hold lasts as long as its policy says if no request ends it. */
    private void checkLease(String resource, Hold hold, LockState after, Policy policy) {
        boolean ends = after.requests().to(hold).stream().anyMatch(request -> request.until() != null);
        if (!ends && !hold.entries().isEmpty() && !hold.lease().equals(policy.lease())) {
            scheduler.fail("The hold of " + hold.owner().id() + " on " + resource + " has the lease " + hold.lease()
                    + ", although no request ends it.");
        }
    }

    /** Returns when the time for an answer is over, or null if the holder was not told yet. */
    private static @Nullable Instant limit(OpenRequest request, Policy policy) {
        return request.told() == null
                ? null
                : request.told().plus(policy.requests().after());
    }

    private boolean isPrompt() {
        return settings.prompt() && !settings.busy && !scheduler.stalls();
    }

    private void fail(String resource, OpenRequest request, String what) {
        scheduler.fail("The request of " + request.claim().owner().id() + " for " + resource + ", told at "
                + request.told() + ", " + what + ".");
    }
}

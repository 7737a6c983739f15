package dev.holdfast.session;

import dev.holdfast.Hold;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.internal.base.Bounds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps the locks of a session while a page is open that edits. The page sends a heartbeat every 30 s. Thread-safe. */
public final class Heartbeats {
    private final CurrentLocks locks;
    private final LockMeters meters;
    private final Departures departures;

    /** Answers heartbeats for these locks. */
    public Heartbeats(CurrentLocks locks, LockMeters meters) {
        this(locks, meters, new Departures(locks.owners()));
    }

    Heartbeats(CurrentLocks locks, LockMeters meters, Departures departures) {
        this.locks = locks;
        this.meters = meters;
        this.departures = departures;
    }

    /**
     * Renews all locks of the current owner.
     *
     * @param believed the locks that the page believes to hold, to be reported if they are lost; at most {@link Bounds#NAMES}
     * @param active whether the user did something, which extends an idle limit; false if the page is merely open
     * @return the locks that are held, those that are lost with a sentence each, and the requests to hand one over, to be sent as JSON
     */
    public Map<String, Object> renew(List<String> believed, boolean active) {
        requireFew(believed);
        Map<String, Renewal> renewals = locks.renewals(active);
        Map<String, Hold> renewed = renewed(believed, renewals);
        List<Map<String, @Nullable Object>> holds = new ArrayList<>();
        renewed.forEach((resource, hold) -> holds.add(held(resource, hold)));
        Set<String> gone = new LinkedHashSet<>(believed);
        gone.removeAll(renewed.keySet());
        Map<String, String> why = locks.lost(gone, believed);
        List<Map<String, String>> lost = new ArrayList<>();
        gone.forEach(resource -> lost.add(lost(resource, why.get(resource))));
        CurrentOwner.get().ifPresent(owner -> meters.lost(owner.id(), gone));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("holds", holds);
        answer.put("lost", lost);
        List<Map<String, @Nullable Object>> requests = renewals.values().stream()
                .flatMap(renewal -> renewal.requests().stream())
                .map(CurrentViewer::toHolder)
                .toList();
        if (!requests.isEmpty()) {
            answer.put("requests", requests);
        }
        return answer;
    }

    /**
     * Releases the locks of a page that is left, such as a closed tab, after ten seconds. A heartbeat that names them keeps them: the
     * page was only loaded again. Until then, all locks of the current owner are kept as by {@link #renew}.
     *
     * @param resources the locks of the page; at most {@link Bounds#NAMES}
     * @return the same as {@link #renew}, without losses: the page that would read them is gone
     */
    public Map<String, Object> leave(List<String> resources) {
        requireFew(resources);
        Map<String, Hold> renewed = renewed(resources, locks.renewals(false));
        CurrentOwner.get().ifPresent(owner -> departures.left(owner.id(), resources, renewed));
        List<Map<String, @Nullable Object>> holds = new ArrayList<>();
        renewed.forEach((resource, hold) -> holds.add(held(resource, hold)));
        return Map.of("holds", holds, "lost", List.of());
    }

    private Map<String, Hold> renewed(List<String> named, Map<String, Renewal> renewals) {
        Map<String, Hold> renewed = new LinkedHashMap<>();
        renewals.forEach(
                (resource, renewal) -> renewed.put(resource, renewal.hold().orElseThrow()));
        CurrentOwner.get().ifPresent(owner -> departures.heartbeat(owner.id(), named, renewed));
        return renewed;
    }

    private static void requireFew(List<String> named) {
        Bounds.count("The names in a heartbeat", named.size(), Bounds.NAMES);
    }

    private static Map<String, @Nullable Object> held(String resource, Hold hold) {
        Instant until = hold.until();
        Map<String, @Nullable Object> held = new LinkedHashMap<>();
        held.put("resource", resource);
        held.put("fence", hold.fence());
        held.put("until", until == null ? null : until.toString());
        // It was renewed just now, by the store's clock.
        held.put(
                "remainingSeconds",
                until == null ? null : Duration.between(hold.seen(), until).toSeconds());
        return held;
    }

    private static Map<String, String> lost(String resource, @Nullable String why) {
        Words words = Words.current();
        return Map.of(
                "resource", resource, "detail", why == null ? words.text("lost.ended", words.resource(resource)) : why);
    }
}

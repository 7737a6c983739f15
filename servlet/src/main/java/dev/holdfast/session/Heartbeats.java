package dev.holdfast.session;

import dev.holdfast.rules.Hold;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps what a session holds while a page is open that edits it: the page asks for it every 30 s. Thread-safe. */
public final class Heartbeats {
    private final CurrentLocks locks;
    private final LockMeters meters;

    public Heartbeats(CurrentLocks locks, LockMeters meters) {
        this.locks = locks;
        this.meters = meters;
    }

    /**
     * Renews all that whoever acts has.
     *
     * @param believed what the page believes to hold, of which it wants to hear if it is lost
     * @param active whether somebody did something, or the page only is open; an idle limit asks for that
     * @return what is held, and what is lost with a sentence each, to be sent as JSON
     */
    public Map<String, Object> beat(List<String> believed, boolean active) {
        Map<String, Hold> renewed = locks.renew(active);
        List<Map<String, @Nullable Object>> holds = new ArrayList<>();
        renewed.forEach((resource, hold) -> holds.add(held(resource, hold)));
        List<Map<String, String>> lost = new ArrayList<>();
        believed.stream()
                .filter(resource -> !renewed.containsKey(resource))
                .forEach(resource -> lost.add(lost(resource, believed)));
        meters.lost(lost.size());
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("holds", holds);
        answer.put("lost", lost);
        return answer;
    }

    private static Map<String, @Nullable Object> held(String resource, Hold hold) {
        Instant until = hold.until();
        Map<String, @Nullable Object> held = new LinkedHashMap<>();
        held.put("resource", resource);
        held.put("fence", hold.fence());
        held.put("until", until == null ? null : until.toString());
        // It was seen just now, by the store's clock.
        held.put(
                "remainingSeconds",
                until == null ? null : Duration.between(hold.seen(), until).toSeconds());
        return held;
    }

    private Map<String, String> lost(String resource, List<String> believed) {
        String why = locks.lost(resource, believed);
        return Map.of(
                "resource",
                resource,
                "detail",
                why == null
                        ? "Your editing session is over, and with it the lock on " + resource + ": load it again."
                        : why);
    }
}

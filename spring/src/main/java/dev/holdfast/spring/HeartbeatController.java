package dev.holdfast.spring;

import dev.holdfast.rules.Hold;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Keeps what a session holds while a page is open that edits it: the page calls it every 30 s. */
@RestController
final class HeartbeatController {
    private final CurrentLocks locks;
    private final LockMeters meters;

    HeartbeatController(CurrentLocks locks, LockMeters meters) {
        this.locks = locks;
        this.meters = meters;
    }

    /**
     * What the page believes to hold.
     *
     * @param resources of which it wants to hear if they are lost; may be left out
     * @param active whether somebody did something, or the page only is open; an idle limit asks for that
     */
    record Beat(@Nullable List<String> resources, @Nullable Boolean active) {}

    @PostMapping("/session/heartbeat")
    Map<String, Object> beat(@RequestBody(required = false) @Nullable Beat beat) {
        Map<String, Hold> renewed = locks.renew(beat == null || !Boolean.FALSE.equals(beat.active()));
        List<Map<String, @Nullable Object>> holds = new ArrayList<>();
        renewed.forEach((resource, hold) -> holds.add(held(resource, hold)));
        List<Map<String, String>> lost = new ArrayList<>();
        List<String> believed = beat == null || beat.resources() == null ? List.of() : beat.resources();
        believed.stream()
                .filter(resource -> !renewed.containsKey(resource))
                .forEach(resource -> lost.add(lost(resource, believed)));
        meters.lost(lost.size());
        return Map.of("holds", holds, "lost", lost);
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

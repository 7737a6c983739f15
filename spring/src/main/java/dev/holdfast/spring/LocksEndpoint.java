package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.internal.views.LockJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Actuator's {@code /actuator/locks}: lists locks, with the JSON of the server. */
@Endpoint(id = "locks")
final class LocksEndpoint {
    private final LockManager locks;

    LocksEndpoint(LockManager locks) {
        this.locks = locks;
    }

    /** Returns all locks with the prefix. */
    @ReadOperation
    public Map<String, Object> locks(@Nullable String prefix) {
        List<Map<String, @Nullable Object>> all = locks.list(prefix == null ? "" : prefix).stream()
                .map(LockJson::lock)
                .toList();
        return Map.of("locks", all);
    }

    /** Returns one lock, also if it is free. */
    @ReadOperation
    public Map<String, @Nullable Object> lock(@Selector(match = Selector.Match.ALL_REMAINING) String... resource) {
        return LockJson.lock(locks.view(String.join("/", resource)));
    }
}

package dev.holdfast.internal.views;

import dev.holdfast.Policy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.WaitPolicy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The policy of a resource, for programs. Durations are in ISO 8601; an absent limit is null. */
public final class PolicyJson {
    private PolicyJson() {}

    public static Map<String, @Nullable Object> policy(Policy policy) {
        return new JsonAnswer()
                .with("preset", policy.preset().label())
                .with("pattern", policy.pattern())
                .with("lease", LockJson.lease(policy.lease()))
                .with("heartbeat", LockJson.text(policy.heartbeat()))
                .with("suspectAfter", LockJson.text(policy.suspectAfter()))
                .with("reclaimAfter", LockJson.text(policy.reclaimAfter()))
                .with("waiting", waiting(policy.waiting()))
                .with("scope", scope(policy.scope()))
                .with("cooldown", LockJson.text(policy.cooldown()))
                .with("lockDelay", LockJson.text(policy.lockDelay()))
                .with("debounce", LockJson.text(policy.debounce()))
                .with("warning", LockJson.text(policy.warning()))
                .with("privacy", LockJson.label(policy.privacy()))
                .with("drafts", policy.drafts())
                .with("forceByAnyone", policy.forceByAnyone())
                .with("requests", requests(policy.requests()))
                .with("takersReadDrafts", policy.takersReadDrafts())
                .tree();
    }

    private static Map<String, @Nullable Object> waiting(WaitPolicy waiting) {
        return new JsonAnswer()
                .with("allowed", waiting.allowed())
                .with("timeout", LockJson.text(waiting.timeout()))
                .with("look", LockJson.text(waiting.look()))
                .with("ask", LockJson.text(waiting.ask()))
                .with(
                        "turns",
                        new JsonAnswer()
                                .with("handOvers", waiting.turns().handOvers())
                                .with("time", LockJson.text(waiting.turns().time()))
                                .tree())
                .tree();
    }

    private static Map<String, @Nullable Object> requests(RequestPolicy requests) {
        return new JsonAnswer()
                .with("allowed", requests.allowed())
                .with("first", requests.first())
                .with("perHour", requests.perHour())
                .with("silence", LockJson.label(requests.silence()))
                .with("after", LockJson.text(requests.after()))
                .tree();
    }

    private static @Nullable Map<String, @Nullable Object> scope(@Nullable Scope scope) {
        return scope == null
                ? null
                : new JsonAnswer()
                        .with("prefix", scope.prefix())
                        .with("perUser", scope.perUser())
                        .tree();
    }
}

package dev.holdfast.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The check whether as many replicas as the address wants have all that was sent on a connection so far. */
final class RedisReplicas {
    private static final CompletionStage<Long> NONE = CompletableFuture.completedFuture(0L);

    private final int wanted;

    RedisReplicas(RedisSettings settings) {
        this.wanted = settings.replicas();
    }

    /** Asks for the replicas. To be sent right behind a change, so that it costs no round trip of its own. */
    CompletionStage<Long> ask(RedisSession session, Deadline deadline) {
        if (wanted == 0) {
            return NONE;
        }
        // Less than the caller waits, so that the answer comes in time; never zero, which the server takes for ever.
        return session.commands()
                .waitForReplication(wanted, Math.max(1, deadline.left().toMillis() / 2));
    }

    /** Returns what is missing, as part of a sentence; null if nothing is. */
    @Nullable
    String missing(RedisSession session, CompletionStage<Long> asked, Deadline deadline)
            throws ExecutionException, TimeoutException {
        long copies = wanted == 0 ? 0 : session.await(asked, deadline);
        return copies >= wanted ? null : "only " + copies + " of " + wanted + " replicas have confirmed it in time";
    }
}

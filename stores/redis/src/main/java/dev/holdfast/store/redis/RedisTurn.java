package dev.holdfast.store.redis;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * The check whether a session is still to the server that takes changes. A server that hung or was cut off may go on answering
 * after another one took over, and what it answers is lost. So no answer counts that came more than a second after the last
 * check. Thread-safe.
 */
final class RedisTurn {
    private static final long FRESH = Duration.ofSeconds(1).toNanos();

    private final RedisSettings settings;
    private final RedisRoute route;
    private final RedisFailure failures;
    private volatile long checked = System.nanoTime();

    RedisTurn(RedisSettings settings, RedisRoute route, RedisFailure failures) {
        this.settings = settings;
        this.route = route;
        this.failures = failures;
    }

    /** Says that the server was found a moment ago. */
    void found() {
        checked = System.nanoTime();
    }

    /** Throws if another server has taken over, and ends the session. */
    void require(RedisSession session, Deadline deadline) throws ExecutionException, TimeoutException {
        if (!settings.elected() || System.nanoTime() - checked < FRESH) {
            return;
        }
        long now = System.nanoTime();
        if (!route.find(deadline).equals(session.server())) {
            session.end();
            throw failures.unreachable("was replaced by another server: try again in a moment", null);
        }
        checked = now;
    }
}

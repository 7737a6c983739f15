package dev.holdfast.session;

import dev.holdfast.Hold;
import dev.holdfast.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Pages that have been left. Their locks are released after a few seconds, unless a heartbeat names them: the page was only loaded
 * again. A heartbeat may come to another node. This node sees then that the lock was renewed, but not for which page, and keeps it.
 * If this node ends before, the session or the lease ends the lock. Thread-safe.
 */
final class Departures {
    private static final Logger LOG = System.getLogger(Departures.class.getName());

    /** A page that is loaded again over a slow connection has to be back by then. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private static final int MOST = 10_000;

    private final OwnerLocks owners;
    private final Executor later;
    private final Map<Departure.Of, Departure> left = new ConcurrentHashMap<>();

    Departures(OwnerLocks owners) {
        this(owners, CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** @param later runs a task after the pause */
    Departures(OwnerLocks owners, Executor later) {
        this.owners = owners;
        this.later = later;
    }

    /** A page that has been left, until the pause is over. */
    private static final class Departure {
        /** The last heartbeat that does not mean that the page is back. */
        private volatile Instant seen;

        /** The lock of that page. */
        record Of(String owner, String resource) {}

        Departure(Instant seen) {
            this.seen = seen;
        }
    }

    /** Releases these locks soon, as they are now. */
    void left(String owner, Collection<String> resources, Map<String, Hold> renewed) {
        for (String resource : resources) {
            Hold hold = renewed.get(resource);
            if (hold != null && left.size() < MOST) {
                Departure.Of of = new Departure.Of(owner, resource);
                Departure departure = new Departure(hold.seen());
                left.put(of, departure);
                later.execute(() -> end(of, departure));
            }
        }
    }

    /**
     * Takes note of a heartbeat. It keeps what it names. Other locks of the session are renewed by it, too; those of pages that have
     * been left are still released.
     */
    void heartbeat(String owner, Collection<String> named, Map<String, Hold> renewed) {
        if (left.isEmpty()) {
            return;
        }
        named.forEach(resource -> left.remove(new Departure.Of(owner, resource)));
        renewed.forEach((resource, hold) -> {
            Departure departure = left.get(new Departure.Of(owner, resource));
            if (departure != null) {
                departure.seen = hold.seen();
            }
        });
    }

    private void end(Departure.Of of, Departure departure) {
        try {
            if (left.remove(of, departure)
                    && LockCheck.hold(owners.look(of.resource()), of.owner())
                            .filter(hold -> hold.seen().equals(departure.seen))
                            .isPresent()) {
                owners.release(of.owner(), List.of(of.resource()));
            }
        } catch (StoreException | IllegalStateException e) {
            LOG.log(Level.DEBUG, "The lock of a page that was left ends with its session or its lease.", e);
        }
    }
}

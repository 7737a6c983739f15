package dev.holdfast.server.http;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bodies that are on their way. Whoever is too slow is told so; they are looked through once a second, since a timer for each
 * would cost more than most bodies do. Thread-safe.
 */
final class BodyTimeouts {
    private static final long LONGEST_NANOS = 15_000_000_000L;
    private static final long LOOK_MILLIS = 1_000;

    private final Vertx vertx;
    private final Set<Arrival> all = ConcurrentHashMap.newKeySet();

    BodyTimeouts(Vertx vertx) {
        this.vertx = vertx;
        vertx.setPeriodic(LOOK_MILLIS, fired -> look());
    }

    /** One of them. Used by the event loop that it arrives on. */
    static final class Arrival {
        private final Context context;
        private final Runnable tooSlow;
        private final long begin = System.nanoTime();
        private boolean over;

        private Arrival(Context context, Runnable tooSlow) {
            this.context = context;
            this.tooSlow = tooSlow;
        }
    }

    /**
     * One begins.
     *
     * @param tooSlow called on this event loop if it takes too long
     */
    Arrival begin(Runnable tooSlow) {
        Arrival arrival = new Arrival(vertx.getOrCreateContext(), tooSlow);
        all.add(arrival);
        return arrival;
    }

    boolean isOver(Arrival arrival) {
        return arrival.over;
    }

    /** It is over, one way or another. Whether that is news. */
    boolean end(Arrival arrival) {
        all.remove(arrival);
        boolean news = !arrival.over;
        arrival.over = true;
        return news;
    }

    private void look() {
        long now = System.nanoTime();
        for (Arrival arrival : all) {
            if (now - arrival.begin > LONGEST_NANOS) {
                arrival.context.runOnContext(go -> {
                    if (end(arrival)) {
                        arrival.tooSlow.run();
                    }
                });
            }
        }
    }
}

package dev.holdfast.server.http;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The timeouts of bodies that are being received. Checks all of them once a second, since a timer for each would cost more than
 * most bodies do. Thread-safe.
 */
final class BodyTimeouts {
    private static final long MAX_NANOS = 15_000_000_000L;
    private static final long LOOK_MILLIS = 1_000;

    private final Vertx vertx;
    private final Set<ArrivingBody> all = ConcurrentHashMap.newKeySet();

    BodyTimeouts(Vertx vertx) {
        this.vertx = vertx;
        vertx.setPeriodic(LOOK_MILLIS, fired -> look());
    }

    /** A body that is being received. Used by its event loop. */
    static final class ArrivingBody {
        private final Context context;
        private final Runnable tooSlow;
        private final long begin = System.nanoTime();
        private boolean over;

        private ArrivingBody(Context context, Runnable tooSlow) {
            this.context = context;
            this.tooSlow = tooSlow;
        }
    }

    /** @param tooSlow called on this event loop if it takes too long */
    ArrivingBody begin(Runnable tooSlow) {
        ArrivingBody arriving = new ArrivingBody(vertx.getOrCreateContext(), tooSlow);
        all.add(arriving);
        return arriving;
    }

    boolean isOver(ArrivingBody arriving) {
        return arriving.over;
    }

    /** Ends the timeout of a body. Returns whether it had not ended before. */
    boolean end(ArrivingBody arriving) {
        all.remove(arriving);
        boolean news = !arriving.over;
        arriving.over = true;
        return news;
    }

    private void look() {
        long now = System.nanoTime();
        for (ArrivingBody arriving : all) {
            if (now - arriving.begin > MAX_NANOS) {
                arriving.context.runOnContext(go -> {
                    if (end(arriving)) {
                        arriving.tooSlow.run();
                    }
                });
            }
        }
    }
}

package dev.holdfast.server;

import dev.holdfast.server.http.Front;
import dev.holdfast.server.http.Problem;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The connections there are. One over which nobody asks for anything is closed after a while; not so one whose request waits
 * for its answer, however long that takes. There are only so many.
 */
final class Connections {
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long LOOK_MILLIS = 15_000;

    private final Map<HttpConnection, Use> open = new ConcurrentHashMap<>();
    private final int most;

    /** How a connection is used; by its event loop, and looked at by another. */
    private static final class Use {
        private final AtomicInteger underWay = new AtomicInteger();
        private volatile long since = System.nanoTime();

        void over() {
            underWay.decrementAndGet();
            since = System.nanoTime();
        }
    }

    Connections(Vertx vertx, int most) {
        this.most = most;
        vertx.setPeriodic(LOOK_MILLIS, fired -> closeIdle());
    }

    void opened(HttpConnection connection) {
        open.put(connection, new Use());
        connection.closeHandler(gone -> open.remove(connection));
    }

    boolean asked(HttpServerRequest request) {
        Use use = open.get(request.connection());
        if (use != null) {
            use.underWay.incrementAndGet();
            whenOver(request, use::over);
        }
        if (open.size() > most) {
            Front.write(
                    request.response(),
                    new Problem(503, "Overloaded", "There are too many connections: try again in a moment.")
                            .header("Retry-After", "5")
                            .header("Connection", "close"));
            return false;
        }
        return true;
    }

    /** Has that done, and nothing that was said before, when the answer to a request has ended, or cannot be told any more. */
    private static void whenOver(HttpServerRequest request, Runnable action) {
        AtomicBoolean done = new AtomicBoolean();
        Runnable once = () -> {
            if (!done.getAndSet(true)) {
                action.run();
            }
        };
        request.response().endHandler(end -> once.run());
        request.response().exceptionHandler(gone -> once.run());
    }

    /** Has something done when the answer to a request that was counted is over. */
    void afterwards(HttpServerRequest request, Runnable action) {
        Use use = open.get(request.connection());
        whenOver(request, () -> {
            if (use != null) {
                use.over();
            }
            action.run();
        });
    }

    private void closeIdle() {
        long now = System.nanoTime();
        open.forEach((connection, use) -> {
            if (use.underWay.get() == 0 && now - use.since > IDLE_NANOS) {
                connection.close();
            }
        });
    }
}

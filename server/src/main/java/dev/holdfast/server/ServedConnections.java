package dev.holdfast.server;

import dev.holdfast.internal.process.Account;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Responses;
import dev.holdfast.server.options.LimitOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Closes idle connections, and limits how many are served, also for one account at the Unix socket. Counts from the end of the
 * TLS handshake; {@link AcceptedConnections} counts before. The headers of the first request must arrive soon. A connection
 * whose request waits for its answer is not idle.
 */
final class ServedConnections {
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long LOOK_MILLIS = 1_000;

    private final Map<HttpConnection, Use> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> byAccount = new ConcurrentHashMap<>();
    private final AtomicInteger served = new AtomicInteger();
    private final LimitOptions limits;
    private final long firstNanos;

    /** The use of a connection. Written by its event loop, read by another one. */
    private static final class Use {
        private final AtomicInteger underWay = new AtomicInteger();
        /** If false, its requests are answered that there are too many connections. */
        private final boolean served;

        private volatile boolean asked;
        /** The account that it is counted for; null at the port, and until the account is known. */
        private volatile @Nullable String account;

        private volatile long since = System.nanoTime();

        Use(boolean served) {
            this.served = served;
        }

        void over() {
            underWay.decrementAndGet();
            since = System.nanoTime();
        }
    }

    /** @param firstNanos how long the headers of the first request may take */
    ServedConnections(Vertx vertx, LimitOptions limits, long firstNanos) {
        this.limits = limits;
        this.firstNanos = firstNanos;
        vertx.setPeriodic(LOOK_MILLIS, fired -> closeIdle());
    }

    /** Counts a connection to the port. */
    void opened(HttpConnection connection) {
        count(connection);
    }

    /** Counts a connection to the Unix socket, where the limit is per account. */
    void openedAtSocket(HttpConnection connection, Future<Account> peer) {
        count(connection);
        peer.onComplete(found -> {
            if (found.failed()) {
                connection.close();
            } else {
                from(connection, found.result().name());
            }
        });
    }

    private void count(HttpConnection connection) {
        // Earlier connections stay served, however many come after them.
        Use use = new Use(served.incrementAndGet() <= limits.connections());
        if (!use.served) {
            served.decrementAndGet();
        }
        open.put(connection, use);
        connection.closeHandler(gone -> {
            open.remove(connection);
            if (use.served) {
                served.decrementAndGet();
            }
            String account = use.account;
            if (account != null) {
                byAccount.computeIfPresent(account, (any, count) -> count == 1 ? null : count - 1);
            }
        });
    }

    /** Counts a connection for its account, on its event loop. */
    private void from(HttpConnection connection, String account) {
        Use use = open.get(connection);
        if (use != null) {
            use.account = account;
            if (byAccount.merge(account, 1, Integer::sum) > ofAccount()) {
                connection.close();
            }
        }
    }

    /** Returns how many connections one account may have: a tenth, so that no account can block the others. */
    private int ofAccount() {
        return Math.min(limits.connectionsPerAddress(), Math.max(1, limits.connections() / 10));
    }

    boolean asked(HttpServerRequest request) {
        Use use = open.get(request.connection());
        if (use != null) {
            use.asked = true;
            use.underWay.incrementAndGet();
            whenOver(request, use::over);
        }
        if (use != null && !use.served) {
            Responses.write(
                    request.response(),
                    new Problem(503, "Overloaded", "There are too many connections. Try again in a moment.")
                            .header("Retry-After", "5")
                            .header("Connection", "close"));
            return false;
        }
        return true;
    }

    /** Runs the action when the answer to a request has ended, or its client has gone. Replaces an earlier action. */
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

    /** Runs the action when the answer to a counted request has ended. */
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
            if (use.underWay.get() == 0 && now - use.since > (use.asked ? IDLE_NANOS : firstNanos)) {
                connection.close();
            }
        });
    }
}

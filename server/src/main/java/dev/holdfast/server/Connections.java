package dev.holdfast.server;

import dev.holdfast.process.Account;
import dev.holdfast.server.access.LimitOptions;
import dev.holdfast.server.http.Front;
import dev.holdfast.server.http.Problem;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The connections there are, counted from the moment they are accepted. The headers of the first request must arrive soon. A
 * connection without a request is closed after a while; not so one whose request waits for its answer, however long that takes.
 * There are only so many, of all clients and of one address or account.
 */
final class Connections {
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long LOOK_MILLIS = 1_000;

    private final Map<HttpConnection, Use> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> byOrigin = new ConcurrentHashMap<>();
    private final LimitOptions limits;
    private final long firstNanos;

    /** How a connection is used; by its event loop, and looked at by another. */
    private static final class Use {
        private final AtomicInteger underWay = new AtomicInteger();
        private volatile boolean asked;
        /** The address or account that it is counted for; null while that is not known. */
        private volatile @Nullable String from;

        private volatile long since = System.nanoTime();

        void over() {
            underWay.decrementAndGet();
            since = System.nanoTime();
        }
    }

    /**
     * @param firstNanos how long the headers of the first request may take
     */
    Connections(Vertx vertx, LimitOptions limits, long firstNanos) {
        this.limits = limits;
        this.firstNanos = firstNanos;
        vertx.setPeriodic(LOOK_MILLIS, fired -> closeIdle());
    }

    /** Counts a connection to the port. */
    void opened(HttpConnection connection) {
        count(connection);
        from(connection, address(connection), limits.connectionsPerAddress());
    }

    /** Counts a connection to the Unix socket, which is limited by the account that it comes from. */
    void openedAtSocket(HttpConnection connection, Future<Account> peer) {
        count(connection);
        peer.onComplete(found -> {
            if (found.failed()) {
                connection.close();
            } else {
                from(connection, "account " + found.result().name(), ofAccount());
            }
        });
    }

    private void count(HttpConnection connection) {
        Use use = new Use();
        open.put(connection, use);
        connection.closeHandler(gone -> {
            open.remove(connection);
            String from = use.from;
            if (from != null) {
                byOrigin.computeIfPresent(from, (any, count) -> count == 1 ? null : count - 1);
            }
        });
        // A few more than there may be are told so when they ask.
        if (open.size() > limits.connections() + slack()) {
            connection.close();
        }
    }

    /** Counts for an address or an account; on the connection's event loop, as its end is. */
    private void from(HttpConnection connection, String origin, int most) {
        Use use = open.get(connection);
        if (use != null) {
            use.from = origin;
            if (byOrigin.merge(origin, 1, Integer::sum) > most) {
                connection.close();
            }
        }
    }

    /** Returns how many connections one account may have: a tenth, so that accounts cannot keep each other out. */
    private int ofAccount() {
        return Math.min(limits.connectionsPerAddress(), Math.max(1, limits.connections() / 10));
    }

    private int slack() {
        return 16 + limits.connections() / 100;
    }

    private static String address(HttpConnection connection) {
        SocketAddress remote = connection.remoteAddress();
        String address = remote == null ? null : remote.hostAddress();
        return address == null ? "" : address;
    }

    boolean asked(HttpServerRequest request) {
        Use use = open.get(request.connection());
        if (use != null) {
            use.asked = true;
            use.underWay.incrementAndGet();
            whenOver(request, use::over);
        }
        if (open.size() > limits.connections()) {
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
            if (use.underWay.get() == 0 && now - use.since > (use.asked ? IDLE_NANOS : firstNanos)) {
                connection.close();
            }
        });
    }
}

package dev.holdfast.store.redis;

import dev.holdfast.StoreException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way to the server: one connection that all calls share, and another one in place of it when it broke. Lettuce's own
 * reconnecting is off, since it sends again what was on its way ({@link ClientOptions#isAutoReconnect}). Thread-safe.
 */
final class RedisConnection implements AutoCloseable {
    static final String CLOSED = "This store is closed: open it again.";

    private final RedisSettings settings;
    private final RedisDriver driver;
    private final RedisFailure failures;
    private final RedisHandshake handshake;
    private final RedisTurn turn;
    private final AtomicLong newest = new AtomicLong();
    /** The session that all calls use, or the attempt at one; a call that finds it broken makes another. Guarded by this. */
    private @Nullable CompletableFuture<RedisSession> current;

    private boolean greeted;
    private boolean closed;

    RedisConnection(RedisSettings settings, RedisDriver driver, RedisWarnings warnings) {
        this.settings = settings;
        this.failures = new RedisFailure(settings);
        this.handshake = new RedisHandshake(settings, failures, warnings);
        this.driver = driver;
        this.turn = new RedisTurn(settings, driver.route(), failures);
    }

    RedisSettings settings() {
        return settings;
    }

    RedisFailure failures() {
        return failures;
    }

    Deadline deadline() {
        return Deadline.in(settings.timeout());
    }

    /** Returns the greatest version that was seen here. */
    long newest() {
        return newest.get();
    }

    void saw(long version) {
        newest.accumulateAndGet(version, Math::max);
    }

    /** Returns a session that was open a moment ago, with its handshake done. */
    RedisSession session(Deadline deadline) {
        CompletableFuture<RedisSession> mine = null;
        CompletableFuture<RedisSession> pending;
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException(CLOSED);
            }
            if (current == null || isBroken(current)) {
                mine = new CompletableFuture<>();
                current = mine;
            }
            pending = current;
        }
        if (mine != null) {
            connect(mine, attempt(deadline));
        }
        try {
            RedisSession session = deadline.await(pending);
            if (mine == null) {
                turn.require(session, deadline);
            }
            return session;
        } catch (ExecutionException e) {
            StoreException known = RedisFailure.find(e, StoreException.class);
            throw known != null ? known : failures.unchanged(e);
        } catch (TimeoutException e) {
            throw failures.unchanged(e);
        }
    }

    /** Returns the deadline of an attempt to connect again: a part of the time, since a hanging server should not cost it all. */
    private synchronized Deadline attempt(Deadline deadline) {
        Duration part = settings.timeout().dividedBy(3);
        return greeted && part.compareTo(deadline.left()) < 0 ? Deadline.in(part) : deadline;
    }

    private static boolean isBroken(CompletableFuture<RedisSession> made) {
        return made.isCompletedExceptionally()
                || (made.isDone() && !made.getNow(null).open());
    }

    private void connect(CompletableFuture<RedisSession> made, Deadline deadline) {
        try {
            RedisURI server = driver.route().find(deadline);
            RedisSession session = new RedisSession(opened(server, deadline), server, settings.key("records"));
            greet(session, deadline);
            turn.found();
            made.complete(session);
        } catch (ExecutionException | TimeoutException e) {
            made.completeExceptionally(failures.unchanged(e));
        } catch (RuntimeException e) {
            made.completeExceptionally(e);
        } finally {
            // No call waits in vain, even if connecting failed in an unexpected way.
            made.completeExceptionally(new IllegalStateException("The attempt to connect broke down."));
        }
    }

    /** Opens a connection. If the driver cannot say why the server closed it, a second attempt may: nothing was sent so far. */
    private StatefulRedisConnection<byte[], byte[]> opened(RedisURI server, Deadline deadline)
            throws ExecutionException, TimeoutException {
        try {
            return opened(driver.connect(server), deadline);
        } catch (ExecutionException e) {
            if (RedisFailure.saysWhy(e)) {
                throw e;
            }
            return opened(driver.connect(server), deadline);
        }
    }

    /** Does the handshake. To be called also when the records are gone. */
    void greet(RedisSession session, Deadline deadline) {
        boolean before;
        synchronized (this) {
            before = greeted;
        }
        boolean done = false;
        try {
            handshake.greet(session, before, newest(), deadline);
            done = true;
        } finally {
            if (!done) {
                session.end();
            }
        }
        synchronized (this) {
            greeted = true;
        }
    }

    /** Asks for something that changes nothing. */
    <T> T ask(Function<RedisAsyncCommands<byte[], byte[]>, CompletionStage<T>> question) {
        Deadline deadline = deadline();
        RedisSession session = session(deadline);
        try {
            return session.await(question.apply(session.commands()), deadline);
        } catch (ExecutionException | TimeoutException e) {
            leaveIfElsewhere(session, e);
            throw closedOr(failures.unchanged(e));
        }
    }

    /** Ends a session if its server says that another one takes changes now. */
    void leaveIfElsewhere(RedisSession session, Throwable failure) {
        if (settings.elected() && RedisFailure.isElsewhere(failure)) {
            session.end();
        }
    }

    /**
     * Makes sure that an answer came from the server that takes changes now.
     *
     * @throws dev.holdfast.OutcomeUnknownException if another server has taken over, or if that is not known
     */
    void confirm(RedisSession session, Deadline deadline) {
        try {
            turn.require(session, deadline);
        } catch (StoreException e) {
            throw failures.unknown("made the change on a server that another one may have replaced", e);
        } catch (ExecutionException | TimeoutException e) {
            throw failures.unknown("made the change on a server that another one may have replaced", e);
        }
    }

    /** Returns the failure, or the exception for a closed store: being interrupted by closing is the caller's mistake. */
    RuntimeException closedOr(StoreException failure) {
        synchronized (this) {
            return closed ? new IllegalStateException(CLOSED, failure) : failure;
        }
    }

    /** Opens a connection that listens; the caller closes it. */
    StatefulRedisPubSubConnection<byte[], byte[]> listen(Deadline deadline) {
        try {
            return opened(driver.listen(driver.route().find(deadline)), deadline);
        } catch (ExecutionException | TimeoutException e) {
            throw failures.unchanged(e);
        }
    }

    /** Returns a connection that takes commands; one that does not in time is ended. */
    private static <C extends StatefulConnection<byte[], byte[]>> C opened(
            CompletionStage<C> pending, Deadline deadline) throws ExecutionException, TimeoutException {
        boolean done = false;
        try {
            C connection = deadline.await(pending);
            RedisDriver.ready(connection, deadline);
            done = true;
            return connection;
        } finally {
            if (!done) {
                pending.thenAccept(RedisDriver::end);
            }
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        driver.close();
    }
}

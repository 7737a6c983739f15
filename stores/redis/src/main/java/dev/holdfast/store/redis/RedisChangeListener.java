package dev.holdfast.store.redis;

import dev.holdfast.HoldId;
import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A connection that hears which records changed. It is not made whole again when it breaks. Thread-safe; what it hears is
 * collected by the driver's thread.
 */
final class RedisChangeListener extends RedisPubSubAdapter<byte[], byte[]> implements AutoCloseable {
    private final StatefulRedisPubSubConnection<byte[], byte[]> connection;
    private final Predicate<Audience> meant;
    private final Runnable heard;
    /** Guarded by this. */
    private Set<Key> changed = new HashSet<>();

    private long newest;
    private boolean all;

    private RedisChangeListener(
            StatefulRedisPubSubConnection<byte[], byte[]> connection, Predicate<Audience> meant, Runnable heard) {
        this.connection = connection;
        this.meant = meant;
        this.heard = heard;
    }

    /**
     * Returns when it hears.
     *
     * @param meant whether a subscriber is in an audience
     * @param heard called whenever there is something new for a subscriber; must not block
     */
    static RedisChangeListener open(RedisConnection server, Predicate<Audience> meant, Runnable heard) {
        Deadline deadline = server.deadline();
        server.session(deadline); // greeted first, so that the server's failures are told in one way
        RedisChangeListener listener = new RedisChangeListener(server.listen(deadline), meant, heard);
        listener.connection.addListener(listener);
        try {
            deadline.await(
                    listener.connection.async().subscribe(server.settings().key("changes")));
            return listener;
        } catch (ExecutionException | TimeoutException e) {
            listener.close();
            throw server.failures().unchanged(e);
        }
    }

    boolean open() {
        return connection.isOpen();
    }

    /** Returns what changed since the last call. */
    synchronized Set<Key> take() {
        Set<Key> taken = changed;
        changed = new HashSet<>();
        return taken;
    }

    /** Says that the changes up to that version need not be heard any more. */
    synchronized void covers(long version) {
        newest = Math.max(newest, version);
    }

    /** Returns the greatest version it has heard of. */
    synchronized long newest() {
        return newest;
    }

    @Override
    public void message(byte[] channel, byte[] message) {
        if (meant.test(hear(message))) {
            heard.run();
        }
    }

    /** Takes note of a message, and returns its audience. */
    private synchronized Audience hear(byte[] message) {
        if (message.length == 0) {
            return Audience.EVERYONE;
        }
        Audience audience = Audience.EVERYONE;
        int from = 0;
        boolean named = false;
        for (int i = 0; i <= message.length; i++) {
            if (i == message.length || message[i] == RecordText.SEPARATOR) {
                byte[] part = Arrays.copyOfRange(message, from, i);
                if (from == 0) {
                    newest = Math.max(newest, RecordText.version(part));
                } else {
                    named = true;
                    Key key = RecordText.key(part);
                    @Nullable HoldId claim = key == null ? RecordText.claim(part) : null;
                    if (key != null) {
                        changed.add(key);
                    } else if (claim != null) {
                        audience = Audience.of(claim);
                    }
                }
                from = i + 1;
            }
        }
        all |= !named;
        return audience;
    }

    /** Returns whether a message said that all records may have changed. */
    synchronized boolean mustStartOver() {
        return all;
    }

    @Override
    public void close() {
        RedisDriver.endNow(connection);
    }
}

package dev.holdfast.store.redis;

import dev.holdfast.spi.Key;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * A connection that hears which records changed. It is not made whole again when it breaks. Thread-safe; what it hears is
 * collected by the driver's thread.
 */
final class RedisChangeListener extends RedisPubSubAdapter<byte[], byte[]> implements AutoCloseable {
    private final StatefulRedisPubSubConnection<byte[], byte[]> connection;
    private final Runnable heard;
    /** Guarded by this. */
    private Set<Key> changed = new HashSet<>();

    private long newest;
    private boolean all;

    private RedisChangeListener(StatefulRedisPubSubConnection<byte[], byte[]> connection, Runnable heard) {
        this.connection = connection;
        this.heard = heard;
    }

    /** Returns when it hears. The runnable is called whenever there is something new, and must not block. */
    static RedisChangeListener open(RedisConnection server, Runnable heard) {
        Deadline deadline = server.deadline();
        server.session(deadline); // greeted first, so that the server's failures are told in one way
        RedisChangeListener listener = new RedisChangeListener(server.listen(deadline), heard);
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
        hear(message);
        heard.run();
    }

    private synchronized void hear(byte[] message) {
        if (message.length == 0) {
            return;
        }
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
                    if (key != null) {
                        changed.add(key);
                    }
                }
                from = i + 1;
            }
        }
        all |= !named;
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

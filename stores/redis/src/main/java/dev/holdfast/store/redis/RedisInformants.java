package dev.holdfast.store.redis;

import dev.holdfast.internal.base.StoreAddress.HostPort;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Sentinels or nodes that are asked which server takes changes. The connection to each is kept until it fails. None may take
 * longer than a second, since another one may know. Used by one thread at a time.
 */
final class RedisInformants {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final RedisClient client;
    private final Map<HostPort, StatefulRedisConnection<byte[], byte[]>> connections = new HashMap<>();

    RedisInformants(RedisClient client) {
        this.client = client;
    }

    <T> T ask(
            HostPort host,
            RedisURI server,
            Function<RedisAsyncCommands<byte[], byte[]>, CompletionStage<T>> question,
            Deadline deadline)
            throws ExecutionException, TimeoutException {
        Deadline soon = PATIENCE.compareTo(deadline.left()) < 0 ? Deadline.in(PATIENCE) : deadline;
        boolean done = false;
        try {
            T answer = soon.await(question.apply(connection(host, server, soon).async()));
            done = true;
            return answer;
        } finally {
            if (!done) {
                forget(host);
            }
        }
    }

    private StatefulRedisConnection<byte[], byte[]> connection(HostPort host, RedisURI server, Deadline deadline)
            throws ExecutionException, TimeoutException {
        StatefulRedisConnection<byte[], byte[]> known = connections.get(host);
        if (known != null && known.isOpen()) {
            return known;
        }
        CompletionStage<StatefulRedisConnection<byte[], byte[]>> pending =
                client.connectAsync(ByteArrayCodec.INSTANCE, server);
        boolean done = false;
        try {
            StatefulRedisConnection<byte[], byte[]> made = deadline.await(pending);
            RedisDriver.ready(made, deadline);
            connections.put(host, made);
            done = true;
            return made;
        } finally {
            if (!done) {
                pending.thenAccept(RedisDriver::end);
            }
        }
    }

    private void forget(HostPort host) {
        StatefulRedisConnection<byte[], byte[]> known = connections.remove(host);
        if (known != null) {
            RedisDriver.end(known);
        }
    }

    void close() {
        connections.values().forEach(RedisDriver::end);
        connections.clear();
    }
}

package dev.holdfast.store.redis;

import dev.holdfast.internal.base.StoreAddress.HostPort;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Lettuce, set up so that it sends everything at most once, gives up in time, and has few threads. */
record RedisDriver(RedisClient client, RedisRoute route) implements AutoCloseable {
    static RedisDriver of(RedisSettings settings) {
        ClientOptions options = options(settings);
        RedisClient client = client(options);
        return new RedisDriver(
                client,
                switch (settings.kind()) {
                    case SERVER -> new RedisRoute.Fixed(uri(settings, settings.server()));
                    case SENTINELS -> new RedisSentinels(settings, client);
                    case CLUSTER -> new RedisCluster(settings, client);
                });
    }

    /** Returns a driver that reaches the server as the application's client does, but sends everything at most once. */
    static RedisDriver like(RedisSettings settings, ClientOptions other, RedisURI server) {
        ClientOptions options = atMostOnce(other.mutate())
                .socketOptions(other.getSocketOptions()
                        .mutate()
                        .connectTimeout(settings.timeout())
                        .build())
                .build();
        return new RedisDriver(
                client(options),
                new RedisRoute.Fixed(
                        RedisURI.builder(server).withTimeout(settings.timeout()).build()));
    }

    private static RedisClient client(ClientOptions options) {
        RedisClient client = RedisClient.create(RedisThreads.use());
        client.setOptions(options);
        return client;
    }

    /** Returns how to reach a server. */
    static RedisURI uri(RedisSettings settings, HostPort server) {
        RedisURI.Builder uri = plain(settings, server).withDatabase(settings.database());
        login(settings, uri, server);
        return uri.build();
    }

    /** Returns how to reach a sentinel, which has no databases and often wants no password. */
    static RedisURI sentinel(RedisSettings settings, HostPort sentinel) {
        RedisURI.Builder uri = plain(settings, sentinel);
        if (settings.sentinelLogin()) {
            login(settings, uri, sentinel);
        }
        return uri.build();
    }

    private static RedisURI.Builder plain(RedisSettings settings, HostPort server) {
        return RedisURI.Builder.redis(server.host(), server.port())
                .withSsl(settings.tls())
                .withTimeout(settings.timeout());
    }

    private static void login(RedisSettings settings, RedisURI.Builder uri, HostPort server) {
        String password = settings.password(List.of(server));
        if (!settings.address().user().isEmpty()) {
            uri.withAuthentication(settings.address().user(), password);
        } else if (!password.isEmpty()) {
            uri.withPassword((CharSequence) password);
        }
    }

    private static ClientOptions options(RedisSettings settings) {
        ClientOptions.Builder options = atMostOnce(ClientOptions.builder())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(settings.timeout())
                        .keepAlive(SocketOptions.KeepAliveOptions.builder()
                                .enable()
                                .idle(Duration.ofSeconds(30))
                                .interval(Duration.ofSeconds(10))
                                .count(3)
                                .build())
                        .build());
        if (settings.tls()) {
            options.sslOptions(tls(settings));
        }
        return options.build();
    }

    /** Sets that a connection that broke stays broken: what was on its way is never sent again. */
    private static ClientOptions.Builder atMostOnce(ClientOptions.Builder options) {
        return options.autoReconnect(false)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .replayFilter(command -> true)
                .protocolVersion(ProtocolVersion.RESP2)
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build());
    }

    private static SslOptions tls(RedisSettings settings) {
        SslOptions.Builder tls = SslOptions.builder()
                .jdkSslProvider()
                .handshakeTimeout(settings.timeout().dividedBy(2));
        if (settings.address().options().containsKey("ca")) {
            tls.trustManager(file(settings, "ca"));
        }
        if (settings.address().options().containsKey("cert")) {
            tls.keyManager(file(settings, "cert"), file(settings, "key"), new char[0]);
        }
        return tls.build();
    }

    private static File file(RedisSettings settings, String option) {
        File file = new File(settings.address().option(option, ""));
        if (!file.canRead()) {
            throw new IllegalArgumentException("The file " + file + " that the option " + option + " of the address "
                    + settings.address() + " names cannot be read: correct it.");
        }
        return file;
    }

    CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect(RedisURI server) {
        return client.connectAsync(ByteArrayCodec.INSTANCE, server);
    }

    CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> listen(RedisURI server) {
        return client.connectPubSubAsync(ByteArrayCodec.INSTANCE, server);
    }

    /**
     * Waits until a connection takes commands. The driver may hand it out a moment before, says that it is open, and refuses
     * everything until it is.
     */
    static void ready(StatefulConnection<byte[], byte[]> connection, Deadline deadline)
            throws ExecutionException, TimeoutException {
        while (true) {
            try {
                deadline.await(ping(connection));
                return;
            } catch (ExecutionException e) {
                Throwable cause = e.getCause();
                if (cause instanceof RedisCommandExecutionException) {
                    return; // The server answered, if only to say that this user may not ask.
                }
                boolean refused = cause != null && RedisException.class.equals(cause.getClass());
                if (!refused || !connection.isOpen() || deadline.left().isZero()) {
                    throw e;
                }
                LockSupport.parkNanos(100_000);
            }
        }
    }

    private static CompletionStage<String> ping(StatefulConnection<byte[], byte[]> connection) {
        AsyncCommand<byte[], byte[], String> ping =
                new AsyncCommand<>(new Command<>(CommandType.PING, new StatusOutput<>(ByteArrayCodec.INSTANCE)));
        connection.dispatch(ping);
        return ping;
    }

    /** Ends a connection that no call has used. */
    static void end(StatefulConnection<?, ?> connection) {
        CompletionStage<Void> ending = connection.closeAsync();
        ending.exceptionally(e -> null);
    }

    /** Ends a connection unless it has ended, and returns when it has. Not to be called by the driver's threads. */
    static void endNow(StatefulConnection<?, ?> connection) {
        if (connection.isOpen()) {
            try {
                Deadline.in(Duration.ofSeconds(1)).await(connection.closeAsync());
            } catch (ExecutionException | TimeoutException e) {
                // It is of no use any more, so errors do not matter.
            }
        }
    }

    @Override
    public void close() {
        route.close();
        try {
            Deadline.in(Duration.ofSeconds(2)).await(client.shutdownAsync(0, 1, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            // Its threads are daemons: what is left of it keeps no program from ending.
        } finally {
            RedisThreads.release();
        }
    }
}

package dev.holdfast.spring;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.redis.RedisLockStores;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.masterreplica.StatefulRedisMasterReplicaConnection;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The application's Redis via Lettuce, as configured in Spring Data, with separate connections for the locks. */
record LettuceRedis(ObjectProvider<RedisConnectionFactory> factories) implements OwnRedis {
    private static final String ONE_SERVER =
            "Locks cannot be kept in the application's Redis: it must be one server with a host and"
                    + " port, used via Lettuce.";

    @Override
    public boolean there() {
        return factories.getIfUnique() != null;
    }

    @Override
    public LockStore open() {
        if (!(factories.getIfUnique() instanceof LettuceConnectionFactory factory)) {
            throw new IllegalArgumentException(ONE_SERVER);
        }
        factory.start();
        if (!(factory.getRequiredNativeClient() instanceof RedisClient client) || !oneServer(factory)) {
            throw new IllegalArgumentException(ONE_SERVER);
        }
        return RedisLockStores.over(client, server(factory));
    }

    @SuppressWarnings("deprecation") // Spring Data gives no other access to the connection
    private static boolean oneServer(LettuceConnectionFactory factory) {
        if (factory.isRedisSentinelAware() || factory.isClusterAware() || factory.getSocketConfiguration() != null) {
            return false;
        }
        // A factory for replicas is recognised only by its connections.
        try (RedisConnection connection = factory.getConnection()) {
            return !(connection.getNativeConnection() instanceof RedisAsyncCommands<?, ?> commands
                    && commands.getStatefulConnection() instanceof StatefulRedisMasterReplicaConnection);
        } catch (DataAccessException e) {
            throw new StoreUnreachableException("The application's Redis cannot be reached: " + cause(e), e);
        }
    }

    private static @Nullable String cause(Throwable e) {
        return e.getCause() == null ? e.getMessage() : cause(e.getCause());
    }

    private static RedisURI server(LettuceConnectionFactory factory) {
        RedisStandaloneConfiguration server = factory.getStandaloneConfiguration();
        LettuceClientConfiguration client = factory.getClientConfiguration();
        RedisURI.Builder uri = RedisURI.builder()
                .withHost(server.getHostName())
                .withPort(server.getPort())
                .withDatabase(server.getDatabase())
                .withSsl(client.isUseSsl())
                .withStartTls(client.isStartTls())
                .withVerifyPeer(client.getVerifyMode());
        client.getRedisCredentialsProviderFactory()
                .map(credentials -> credentials.createCredentialsProvider(server))
                .ifPresentOrElse(uri::withAuthentication, () -> signIn(uri, server));
        return uri.build();
    }

    private static void signIn(RedisURI.Builder uri, RedisStandaloneConfiguration server) {
        String user = server.getUsername();
        server.getPassword().toOptional().ifPresent(password -> {
            if (user == null || user.isEmpty()) {
                uri.withPassword(password);
            } else {
                uri.withAuthentication(user, password);
            }
        });
    }
}

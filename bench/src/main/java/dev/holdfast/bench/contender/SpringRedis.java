package dev.holdfast.bench.contender;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** Spring Integration's lock registry in Redis, over Lettuce; waiting by pub/sub, which its documentation prefers. */
final class SpringRedis implements Contender {
    private final LettuceConnectionFactory connections;
    private final RedisLockRegistry registry;

    SpringRedis(String address) {
        RedisAt at = RedisAt.parse(address);
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(at.host(), at.port());
        if (!at.user().isEmpty()) {
            server.setUsername(at.user());
        }
        if (!at.password().isEmpty()) {
            server.setPassword(at.password());
        }
        connections = new LettuceConnectionFactory(server);
        connections.afterPropertiesSet();
        connections.start();
        registry = new RedisLockRegistry(connections, "spring", LEASE);
        registry.setRedisLockType(RedisLockType.PUB_SUB_LOCK);
    }

    @Override
    public Lock exclusive(String name) {
        return new JavaLock(registry.obtain(name));
    }

    @Override
    public void close() {
        registry.destroy();
        connections.destroy();
    }
}

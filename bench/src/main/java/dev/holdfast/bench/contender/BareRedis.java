package dev.holdfast.bench.contender;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.concurrent.atomic.AtomicLong;

/** The floor in Redis: set a key if it is absent, delete it with a script if it is still its own. */
final class BareRedis implements Contender {
    private static final String COMPARE_DELETE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";
    private static final AtomicLong TOKENS = new AtomicLong();

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final RedisCommands<String, String> redis;
    private final String script;

    BareRedis(String address) {
        client = RedisClient.create(RedisAt.parse(address).uri());
        connection = client.connect();
        redis = connection.sync();
        script = redis.scriptLoad(COMPARE_DELETE);
    }

    @Override
    public Lock exclusive(String name) {
        String[] key = {"bare:" + name};
        String token = "token-" + TOKENS.incrementAndGet();
        return new Lock() {
            @Override
            public boolean tryTake() {
                return redis.set(key[0], token, SetArgs.Builder.nx().px(LEASE.toMillis())) != null;
            }

            @Override
            public void release() {
                redis.<Long>evalsha(script, ScriptOutputType.INTEGER, key, token);
            }
        };
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}

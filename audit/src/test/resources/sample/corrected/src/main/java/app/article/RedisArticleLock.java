package app.article;

import java.time.Duration;
import org.springframework.data.redis.core.StringRedisTemplate;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

public class RedisArticleLock {
    private StringRedisTemplate redis;
    private Jedis jedis;

    public boolean lock(long id, String owner) {
        return redis.opsForValue().setIfAbsent("lock:article:" + id, owner, Duration.ofMinutes(40));
    }

    public boolean lockForAll(long id, String owner) {
        return redis.opsForValue().setIfAbsent("lock:article:" + id, owner, Duration.ofMinutes(40));
    }

    public long take(String lockKey, String owner) {
        long made = jedis.setnx(lockKey, owner);
        jedis.expire(lockKey, 2400);
        return made;
    }

    public String claim(String lockKey, String owner) {
        return jedis.set(lockKey, owner, SetParams.setParams().nx().ex(2400));
    }
}

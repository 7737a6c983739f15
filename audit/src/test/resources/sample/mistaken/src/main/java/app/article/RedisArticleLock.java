package app.article;

import java.time.Duration;
import org.springframework.data.redis.core.StringRedisTemplate;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

public class RedisArticleLock {
    private StringRedisTemplate redis;
    private Jedis jedis;

    public boolean lock(long id, String owner) {
        return redis.opsForValue().setIfAbsent("lock:article:" + id, owner); // finds lock-without-timeout
    }

    public boolean lockForAll(long id) {
        return redis.opsForValue().setIfAbsent("lock:article:" + id, "locked", Duration.ofMinutes(40)); // finds lock-without-owner
    }

    public long take(String lockKey, String owner) {
        return jedis.setnx(lockKey, owner); // finds lock-without-timeout
    }

    public String claim(String lockKey, String owner) {
        return jedis.set(lockKey, owner, SetParams.setParams().nx()); // finds lock-without-timeout
    }
}

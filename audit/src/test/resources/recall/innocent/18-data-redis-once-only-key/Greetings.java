package shop;

import org.springframework.data.redis.core.StringRedisTemplate;

public class Greetings {
    private StringRedisTemplate redis;

    public boolean first(String customer) {
        return Boolean.TRUE.equals(redis.opsForValue().setIfAbsent("greeted:" + customer, "1"));
    }
}

package shop.voucher;

import java.time.Duration;
import org.springframework.data.redis.core.RedisTemplate;

public class VoucherLock {
    private final RedisTemplate<String, Object> redisTemplate;

    public VoucherLock(RedisTemplate<String, Object> redisTemplate) {
        this.redisTemplate = redisTemplate;
    }

    public boolean lock(String code) {
        Boolean done = redisTemplate.opsForValue().setIfAbsent("voucher:lock:" + code, "LOCKED", Duration.ofMinutes(10)); // finds lock-without-owner
        return Boolean.TRUE.equals(done);
    }

    public void unlock(String code) {
        redisTemplate.delete("voucher:lock:" + code);
    }
}

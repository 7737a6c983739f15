package cms.page;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

@Component
public class PageLocks {
    private static final String PREFIX = "page-lock:";

    private final StringRedisTemplate template;

    public boolean acquire(String page, String userId) {
        return Boolean.TRUE.equals(template.opsForValue().setIfAbsent(PREFIX + page, userId)); // finds lock-without-timeout
    }

    public void release(String page) {
        template.delete(PREFIX + page);
    }
}

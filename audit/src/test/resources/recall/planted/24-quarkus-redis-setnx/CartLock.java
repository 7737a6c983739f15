package shop.cart;

import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.redis.datasource.value.ValueCommands;
import jakarta.enterprise.context.ApplicationScoped;

@ApplicationScoped
public class CartLock {
    private final ValueCommands<String, String> values;

    public CartLock(RedisDataSource redis) {
        this.values = redis.value(String.class);
    }

    public boolean acquire(String cartId, String sessionId) {
        return values.setnx("lock:cart:" + cartId, sessionId); // finds lock-without-timeout
    }
}

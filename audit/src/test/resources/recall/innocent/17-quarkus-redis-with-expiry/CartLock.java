package shop;

import io.quarkus.redis.datasource.value.*;

public class CartLock {
    private ValueCommands<String, String> values;

    public void acquire(String cartId, String sessionId) {
        values.set("lock:cart:" + cartId, sessionId, new SetArgs().nx().ex(600));
    }
}

package shop;

import io.quarkus.redis.datasource.value.*;
import jakarta.enterprise.context.ApplicationScoped;

@ApplicationScoped
public class BasketLock {
    private ValueCommands<String, String> redis;

    public void lock(String basket, String user) throws InterruptedException {
        while (redis.setGet("lock:basket:" + basket, user, new SetArgs().nx().ex(600)) != null) { // finds waiting-for-lock
            Thread.sleep(250);
        }
    }
}

package dev.holdfast.bench.peer;

import dev.holdfast.bench.contender.RedisAt;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson, whose lock without a lease is renewed by its watchdog. */
final class RedissonJob implements JobLock {
    // begin
    private final RedissonClient client;

    RedissonJob(String address, String password) {
        Config config = new Config();
        config.setPassword(password);
        config.useSingleServer().setAddress(address);
        client = Redisson.create(config);
    }

    @Override
    public boolean run(Runnable job, Runnable lost) {
        RLock lock = client.getLock(NAME);
        if (!lock.tryLock()) {
            return false;
        }
        try {
            job.run();
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        client.shutdown();
    }
    // end

    static RedissonJob on(String address) {
        RedisAt at = RedisAt.parse(address);
        return new RedissonJob("redis://" + at.host() + ":" + at.port(), at.password());
    }

    @Override
    public void takeAway() {
        client.getLock(NAME).forceUnlock();
    }
}

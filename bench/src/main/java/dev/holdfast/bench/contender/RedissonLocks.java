package dev.holdfast.bench.contender;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.SingleServerConfig;

/** Redisson: its plain lock or its fenced one, both with a given lease, and its read-write lock. */
final class RedissonLocks implements Contender {
    private final RedissonClient client;
    private final Function<String, Lock> locks;

    private RedissonLocks(String address, int connections, boolean fenced) {
        RedisAt at = RedisAt.parse(address);
        Config config = new Config();
        if (!at.user().isEmpty()) {
            config.setUsername(at.user());
        }
        if (!at.password().isEmpty()) {
            config.setPassword(at.password());
        }
        SingleServerConfig server = config.useSingleServer();
        server.setAddress("redis://" + at.host() + ":" + at.port());
        server.setConnectionPoolSize(connections);
        server.setConnectionMinimumIdleSize(connections);
        client = Redisson.create(config);
        locks = fenced
                ? name -> new Fenced(client.getFencedLock("fenced:" + name))
                : name -> new Plain(client.getLock("redisson:" + name));
    }

    static RedissonLocks plain(String address, int connections) {
        return new RedissonLocks(address, connections, false);
    }

    static RedissonLocks fenced(String address, int connections) {
        return new RedissonLocks(address, connections, true);
    }

    @Override
    public Lock exclusive(String name) {
        return locks.apply(name);
    }

    @Override
    public Lock shared(String name) {
        return new Plain(client.getReadWriteLock("shared:" + name).readLock());
    }

    @Override
    public void close() {
        client.shutdown();
    }

    private record Plain(RLock lock) implements Lock {
        @Override
        public boolean tryTake() throws InterruptedException {
            return lock.tryLock(0, LEASE.toSeconds(), TimeUnit.SECONDS);
        }

        @Override
        public void take() throws InterruptedException {
            if (!lock.tryLock(PATIENCE.toSeconds(), LEASE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("The lock was not released within " + PATIENCE.toSeconds() + " s.");
            }
        }

        @Override
        public void release() {
            lock.unlock();
        }
    }

    private record Fenced(RFencedLock lock) implements Lock {
        @Override
        public boolean tryTake() {
            return lock.tryLockAndGetToken(0, LEASE.toSeconds(), TimeUnit.SECONDS) != null;
        }

        @Override
        public void take() {
            if (lock.tryLockAndGetToken(PATIENCE.toSeconds(), LEASE.toSeconds(), TimeUnit.SECONDS) == null) {
                throw new IllegalStateException("The lock was not released within " + PATIENCE.toSeconds() + " s.");
            }
        }

        @Override
        public void release() {
            lock.unlock();
        }
    }
}

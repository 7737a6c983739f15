package dev.holdfast.bench.contender;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Curator's recipes: the mutex, the one that is not re-entrant, and the read-write lock. */
final class Curator implements Contender {
    private static final int CONNECTION_MILLIS = 15_000;

    private final CuratorFramework client;
    private final Function<String, InterProcessLock> locks;

    private Curator(String address, boolean reentrant) throws InterruptedException {
        ZookeeperAt at = ZookeeperAt.parse(address);
        client = CuratorFrameworkFactory.newClient(
                at.hosts(), at.sessionMillis(), CONNECTION_MILLIS, new ExponentialBackoffRetry(1000, 3));
        client.start();
        if (!client.blockUntilConnected((int) PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("ZooKeeper does not answer at " + at.hosts() + ".");
        }
        locks = reentrant
                ? name -> new InterProcessMutex(client, "/mutex/" + name)
                : name -> new InterProcessSemaphoreMutex(client, "/semaphore/" + name);
    }

    static Curator mutex(String address) throws InterruptedException {
        return new Curator(address, true);
    }

    static Curator semaphore(String address) throws InterruptedException {
        return new Curator(address, false);
    }

    @Override
    public Lock exclusive(String name) {
        return new Recipe(locks.apply(name));
    }

    @Override
    public Lock shared(String name) {
        return new Recipe(new InterProcessReadWriteLock(client, "/shared/" + name).readLock());
    }

    @Override
    public void close() {
        client.close();
    }

    private record Recipe(InterProcessLock lock) implements Lock {
        @Override
        public boolean tryTake() throws Exception {
            return lock.acquire(0, TimeUnit.SECONDS);
        }

        @Override
        public void take() throws Exception {
            if (!lock.acquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("The lock was not released within " + PATIENCE.toSeconds() + " s.");
            }
        }

        @Override
        public void release() throws Exception {
            lock.release();
        }
    }
}

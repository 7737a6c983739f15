package dev.holdfast.bench.peer;

import dev.holdfast.bench.contender.ZookeeperAt;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Curator's mutex, with its default session of 60 s. */
final class CuratorJob implements JobLock {
    private static final String PATH = "/" + NAME;

    // begin
    private final CuratorFramework client;

    CuratorJob(String hosts) {
        client = CuratorFrameworkFactory.newClient(hosts, new ExponentialBackoffRetry(1000, 3));
        client.start();
    }

    @Override
    public boolean run(Runnable job, Runnable lost) throws Exception {
        InterProcessMutex mutex = new InterProcessMutex(client, PATH);
        if (!mutex.acquire(0, TimeUnit.SECONDS)) {
            return false;
        }
        ConnectionStateListener listener = (changed, state) -> {
            if (state == ConnectionState.LOST) {
                lost.run();
            }
        };
        client.getConnectionStateListenable().addListener(listener);
        try {
            job.run();
            return true;
        } finally {
            client.getConnectionStateListenable().removeListener(listener);
            mutex.release();
        }
    }

    @Override
    public void close() {
        client.close();
    }
    // end

    static CuratorJob on(String address) {
        return new CuratorJob(ZookeeperAt.parse(address).hosts());
    }

    @Override
    public void takeAway() throws Exception {
        for (String node : client.getChildren().forPath(PATH)) {
            client.delete().guaranteed().forPath(PATH + "/" + node);
        }
    }
}

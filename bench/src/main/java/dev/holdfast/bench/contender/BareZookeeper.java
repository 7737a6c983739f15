package dev.holdfast.bench.contender;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/** The floor in ZooKeeper: create an ephemeral node, delete it. */
final class BareZookeeper implements Contender {
    private static final byte[] OWNER = "owner".getBytes(StandardCharsets.US_ASCII);
    private static final String ROOT = "/bare";

    private final ZooKeeper zookeeper;

    BareZookeeper(String address) throws Exception {
        ZookeeperAt at = ZookeeperAt.parse(address);
        CountDownLatch connected = new CountDownLatch(1);
        zookeeper = new ZooKeeper(at.hosts(), at.sessionMillis(), event -> {
            if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        if (!connected.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("ZooKeeper does not answer at " + at.hosts() + ".");
        }
        create(ROOT, CreateMode.PERSISTENT);
    }

    private boolean create(String path, CreateMode mode) throws KeeperException, InterruptedException {
        try {
            zookeeper.create(path, OWNER, ZooDefs.Ids.OPEN_ACL_UNSAFE, mode);
            return true;
        } catch (KeeperException.NodeExistsException e) {
            return false;
        }
    }

    @Override
    public Lock exclusive(String name) {
        String path = ROOT + "/" + name;
        return new Lock() {
            @Override
            public boolean tryTake() throws Exception {
                return create(path, CreateMode.EPHEMERAL);
            }

            @Override
            public void release() throws Exception {
                zookeeper.delete(path, -1);
            }
        };
    }

    @Override
    public void close() {
        try {
            zookeeper.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

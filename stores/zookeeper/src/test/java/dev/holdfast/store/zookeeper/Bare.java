package dev.holdfast.store.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;

/** ZooKeeper without Holdfast, as an administrator or another program would use it. */
final class Bare implements AutoCloseable {
    private final ZooKeeper session;

    private Bare(ZooKeeper session) {
        this.session = session;
    }

    static Bare to(int port, String login) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper session = new ZooKeeper("127.0.0.1:" + port, 10_000, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        session.addAuthInfo("digest", login.getBytes(UTF_8));
        if (!connected.await(90, TimeUnit.SECONDS)) {
            throw new IllegalStateException("ZooKeeper cannot be reached.");
        }
        return new Bare(session);
    }

    /** As the user of the tests' addresses. */
    static Bare shared() throws Exception {
        return to(
                Servers.shared().port(), Settings.of(Servers.shared().address()).login());
    }

    /** Makes a node and those above it; those above are for everybody. */
    void make(String path, String data, List<ACL> rights) throws Exception {
        for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
            if (session.exists(path.substring(0, slash), false) == null) {
                session.create(path.substring(0, slash), new byte[0], world(ZooDefs.Perms.ALL), CreateMode.PERSISTENT);
            }
        }
        session.create(path, data.getBytes(UTF_8), rights, CreateMode.PERSISTENT);
    }

    static List<ACL> world(int rights) {
        return Collections.singletonList(new ACL(rights, new Id("world", "anyone")));
    }

    static List<ACL> only(String login) throws Exception {
        return Collections.singletonList(
                new ACL(ZooDefs.Perms.ALL, new Id("digest", DigestAuthenticationProvider.generateDigest(login))));
    }

    void write(String path, String data) throws Exception {
        session.setData(path, data.getBytes(UTF_8), -1);
    }

    Stat stat(String path) throws Exception {
        return session.exists(path, false);
    }

    List<String> children(String path) throws Exception {
        return session.getChildren(path, false);
    }

    List<ACL> rights(String path) throws Exception {
        return session.getACL(path, new Stat());
    }

    void protect(String path, List<ACL> rights) throws Exception {
        session.setACL(path, rights, -1);
    }

    void delete(String path) throws Exception {
        session.delete(path, -1);
    }

    /** Ends another's session, as its server does when it was silent for too long. */
    static void expire(int port, ZooKeeper other) throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        ZooKeeper same = new ZooKeeper(
                "127.0.0.1:" + port,
                10_000,
                event -> {
                    if (event.getState() == KeeperState.SyncConnected) {
                        taken.countDown();
                    }
                },
                other.getSessionId(),
                other.getSessionPasswd());
        if (!taken.await(90, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The session could not be taken over.");
        }
        same.close();
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

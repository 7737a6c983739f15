package dev.holdfast.store.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.StoreUnreachableException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * The connection to the servers. ZooKeeper's client finds another server by itself when one is lost; when the session is over,
 * another one is opened here. Nothing is kept that depends on a session, so its end costs no holder a lock. Thread-safe.
 */
final class Connection implements AutoCloseable {
    private final Settings settings;
    private final List<Runnable> onLoss = new CopyOnWriteArrayList<>();
    /** Guards the fields below. No monitor: a virtual thread that waits in one for a server would keep its carrier. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition stateChanged = lock.newCondition();
    private ZooKeeper session;
    private boolean up;
    private boolean closed;
    /** When the connection was lost, or sought for the first time. */
    private long downSince = System.nanoTime();

    private Connection(Settings settings) throws IOException {
        this.settings = settings;
        lock.lock(); // the first event may come before the session is known
        try {
            session = connect();
        } finally {
            lock.unlock();
        }
    }

    static Connection to(Settings settings) {
        settings.requireUsableKeys();
        try {
            return new Connection(settings);
        } catch (IOException e) {
            throw Failure.unreachable(settings, e.getMessage(), e);
        }
    }

    private ZooKeeper connect() throws IOException {
        long millis = Math.min(settings.timeout().toMillis(), Integer.MAX_VALUE);
        SessionWatcher watcher = new SessionWatcher();
        ZooKeeper made = new ZooKeeper(settings.hosts(), (int) millis, watcher, settings.client());
        watcher.session = made;
        if (settings.owned()) {
            made.addAuthInfo("digest", settings.login().getBytes(UTF_8));
        }
        return made;
    }

    /** Calls back when the connection was lost: everything that was watched may have changed unseen, and the leader be another. */
    void onLoss(Runnable callback) {
        onLoss.add(callback);
    }

    /**
     * Returns a call on the present session.
     *
     * @throws StoreUnreachableException if there is no connection. If it has been lost for longer than a call may take, further
     *     calls do not wait for it
     */
    SessionCall call() {
        return call(System.nanoTime() + settings.timeout().toNanos());
    }

    SessionCall call(long end) {
        boolean interrupted = false;
        lock.lock();
        try {
            while (!up) {
                requireOpen();
                long left = Math.min(end, downSince + settings.timeout().toNanos()) - System.nanoTime();
                if (left <= 0) {
                    throw Failure.unreachable(
                            settings,
                            "no server of it answered within "
                                    + settings.timeout().toMillis() + " ms",
                            null);
                }
                try {
                    stateChanged.awaitNanos(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            requireOpen();
            return new SessionCall(settings, session, end);
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(ZooKeeperLockStore.CLOSED);
        }
    }

    /** Hears of what becomes of one session. */
    private final class SessionWatcher implements Watcher {
        /** Guarded by the lock, which the thread that connects has until it is set. */
        private @Nullable ZooKeeper session;

        @Override
        public void process(WatchedEvent event) {
            boolean lost;
            lock.lock();
            try {
                lost = session != null && changed(session, event.getState());
            } finally {
                lock.unlock();
            }
            if (lost) {
                onLoss.forEach(Runnable::run);
            }
        }
    }

    /** Takes note of an event; true if the connection was lost by it. */
    private boolean changed(ZooKeeper which, Watcher.Event.KeeperState state) {
        if (closed || !which.equals(session)) {
            return false;
        }
        boolean lost = up;
        up = state == Watcher.Event.KeeperState.SyncConnected;
        lost &= !up;
        if (lost) {
            downSince = System.nanoTime();
        }
        if (state == Watcher.Event.KeeperState.Expired) {
            renew();
        }
        stateChanged.signalAll();
        return lost;
    }

    private void renew() {
        try {
            session = connect();
        } catch (IOException e) {
            // Only names that cannot be resolved any more: they could be when the store was opened.
            throw Failure.unreachable(settings, e.getMessage(), e);
        }
    }

    /** Returns the present session, for tests. */
    ZooKeeper session() {
        lock.lock();
        try {
            return session;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        ZooKeeper ending;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            ending = session;
            stateChanged.signalAll();
        } finally {
            lock.unlock();
        }
        // A server that hangs must not keep us: then the session ends by itself.
        Thread thread = new Thread(() -> end(ending), "holdfast-zookeeper-close");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(Duration.ofSeconds(2).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void end(ZooKeeper ending) {
        try {
            ending.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.holdfast.store.etcd;

import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.Outage;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore.Watcher;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The change feed of etcd, on one thread that is there while it has something to do. Thread-safe. */
final class EtcdFeed implements AutoCloseable {
    static final String LOGGER = "dev.holdfast.store.etcd";

    private static final long RESTART_MILLIS = 300;

    private final EtcdClient client;
    private final EtcdReader reader;
    private final EtcdKeys keys;
    private final Outage outage;
    private final Set<EtcdWatch> watches = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor thread;
    private volatile boolean closed;

    EtcdFeed(String place, EtcdClient client, EtcdReader reader, EtcdKeys keys) {
        this.client = client;
        this.outage = Outage.ofFeed(LOGGER, place);
        this.reader = reader;
        this.keys = keys;
        this.thread = new ScheduledThreadPoolExecutor(1, EtcdFeed::daemon, new ThreadPoolExecutor.DiscardPolicy());
        thread.setKeepAliveTime(5, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    private static Thread daemon(Runnable task) {
        Thread made = new Thread(task, "holdfast-etcd-feed");
        made.setDaemon(true);
        return made;
    }

    Subscription watch(Kind kind, String prefix, Watcher sink) {
        client.requireOpen();
        EtcdWatch watch = new EtcdWatch(this, client, reader, keys, kind, prefix, sink);
        watches.add(watch);
        thread.execute(watch::begin);
        return watch;
    }

    /** Returns the thread on which subscribers are notified. */
    ScheduledThreadPoolExecutor thread() {
        return thread;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // no caller waits for it
    void beginLater(EtcdWatch watch) {
        if (!closed) {
            thread.schedule(watch::begin, RESTART_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Takes note of a watch that has broken. */
    void failed(Throwable why) {
        if (!closed) {
            outage.failed(Outage.READ, why);
        }
    }

    /** Takes note of a watch that has begun. */
    void works() {
        outage.works(Outage.READ);
    }

    void forget(EtcdWatch watch) {
        watches.remove(watch);
    }

    /** Ends the feed. No more is reported; what the connections still report on the thread has no effect. */
    @Override
    public void close() {
        closed = true;
        List.copyOf(watches).forEach(EtcdWatch::close);
    }

    /** Ends the thread. To be called when the connections are closed, which report their end on the thread. */
    void end() {
        thread.shutdown();
    }
}

package dev.holdfast.testkit;

import dev.holdfast.Subscription;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.LockStore.Watcher;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A feed that shows every state, one by one, unless its flaw says otherwise. */
final class FlawedFeed implements Subscription {
    final FlawedStore store;
    private final Flaw flaw;
    private final Kind kind;
    private final String prefix;
    private final Watcher sink;
    private final BlockingDeque<Sighting> news;
    private volatile boolean closed;

    FlawedFeed(FlawedStore store, Flaw flaw, Kind kind, String prefix, Watcher sink) {
        this.store = store;
        this.flaw = flaw;
        this.kind = kind;
        this.prefix = prefix;
        this.sink = sink;
        news = new LinkedBlockingDeque<>(flaw == Flaw.FEED_DROPS_NEWEST_UNDER_LOAD ? 3 : Integer.MAX_VALUE);
        Thread thread = new Thread(this::deliver, "flawed-feed");
        thread.setDaemon(true);
        thread.start();
    }

    boolean wants(Key key) {
        return key.kind() == kind && key.name().startsWith(prefix);
    }

    void tell(Sighting sighting) {
        if (wants(sighting.key())) {
            news.offer(sighting);
        }
    }

    private void deliver() {
        while (!closed) {
            if (flaw == Flaw.FEED_DROPS_NEWEST_UNDER_LOAD || flaw == Flaw.FEED_OUT_OF_ORDER) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            try {
                Sighting next = flaw == Flaw.FEED_OUT_OF_ORDER
                        ? news.pollLast(20, TimeUnit.MILLISECONDS)
                        : news.pollFirst(20, TimeUnit.MILLISECONDS);
                show(next);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private synchronized void show(Sighting next) {
        if (next != null && !closed) {
            sink.accept(next);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (flaw != Flaw.FEED_KEEPS_CLOSED) {
            store.forget(this);
        }
    }
}

package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldId;
import dev.holdfast.Subscription;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.LockStore.Watcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Watches a feed and remembers the last state of each record, and violations of the feed's contract. */
final class Onlooker implements Watcher, AutoCloseable {
    /** The time in which a feed must show a change, in nanoseconds. */
    static volatile long patience = TimeUnit.SECONDS.toNanos(90);

    private final Consumer<Sighting> after;
    private final AtomicInteger inside = new AtomicInteger();
    private final Map<Key, Optional<Entry>> last = new HashMap<>();
    private final Map<Key, Long> newest = new HashMap<>();
    private final List<String> disorder = new ArrayList<>();
    private final Set<HoldId> waiting;
    private @Nullable Subscription subscription;

    Onlooker(Consumer<Sighting> after) {
        this(after, Set.of());
    }

    private Onlooker(Consumer<Sighting> after, Set<HoldId> waiting) {
        this.after = after;
        this.waiting = waiting;
    }

    /** Watches all locks for a caller that waits with that claim. */
    static Onlooker waiting(LockStore store, HoldId claim) {
        Onlooker onlooker = new Onlooker(sighting -> {}, Set.of(claim));
        onlooker.subscription = store.watch(Kind.LOCK, "", onlooker).orElseThrow();
        return onlooker;
    }

    static Onlooker of(LockStore store, Kind kind, String prefix) {
        Onlooker onlooker = new Onlooker(sighting -> {});
        onlooker.subscription = store.watch(kind, prefix, onlooker).orElseThrow();
        return onlooker;
    }

    @Override
    public boolean waitsFor(HoldId claim) {
        return waiting.contains(claim);
    }

    @Override
    public void accept(Sighting sighting) {
        if (inside.incrementAndGet() > 1) {
            note("two calls at the same time for " + sighting.key());
        }
        synchronized (this) {
            Entry entry = sighting.entry();
            if (entry != null && entry.version() < newest.getOrDefault(entry.key(), 0L)) {
                note("version " + entry.version() + " of " + entry.key() + " after " + newest.get(entry.key()));
            }
            newest.merge(sighting.key(), entry == null ? 0 : entry.version(), Math::max);
            last.put(sighting.key(), Optional.ofNullable(entry));
            notifyAll();
        }
        after.accept(sighting);
        inside.decrementAndGet();
    }

    private synchronized void note(String what) {
        disorder.add(what);
    }

    synchronized List<String> disorder() {
        return List.copyOf(disorder);
    }

    /** Returns the keys of all records that the feed has shown. */
    synchronized Set<Key> keys() {
        return Set.copyOf(last.keySet());
    }

    /** Waits until the last state shown of that record is this one. */
    void awaits(Entry entry) {
        await(entry.key(), Optional.of(entry));
    }

    /** Waits until the last thing shown of that record is that it is not there. */
    void awaitsNone(Key key) {
        await(key, Optional.empty());
    }

    private synchronized void await(Key key, Optional<Entry> state) {
        long end = System.nanoTime() + patience;
        while (!Objects.equals(last.get(key), state) && end - System.nanoTime() > 0) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        assertThat(last.get(key)).as("the last state shown of " + key).isEqualTo(state);
    }

    @Override
    public void close() {
        if (subscription != null) {
            subscription.close();
        }
    }
}

package dev.holdfast.store.memory;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.internal.storage.History;
import dev.holdfast.internal.storage.RecordTable;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The records that all memory stores of one name share. One lock guards everything in it. */
final class Memory {
    private static final ConcurrentMap<String, Memory> BY_NAME = new ConcurrentHashMap<>();
    /** The largest version of any memory that is gone. */
    private static final AtomicLong GONE = new AtomicLong();

    private final String name;
    private final ReentrantLock lock = new ReentrantLock();
    private final RecordTable table = new RecordTable();
    private final History history = new History();
    private final List<Feed> feeds = new ArrayList<>();
    private long version;
    private int users = 1;

    private Memory(String name, InstantSource clock) {
        this.name = name;
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
        this.version = Math.max(micros, GONE.get());
    }

    static Memory named(String name, InstantSource clock) {
        if (name.isEmpty()) {
            return new Memory(name, clock);
        }
        return BY_NAME.compute(name, (key, shared) -> shared == null ? new Memory(name, clock) : shared.joined());
    }

    private Memory joined() {
        users++;
        return this;
    }

    /** Removes one store; the last one removes the records. */
    void left() {
        if (name.isEmpty()) {
            end();
        } else {
            BY_NAME.computeIfPresent(name, (key, shared) -> --shared.users > 0 ? shared : shared.end());
        }
    }

    @SuppressWarnings("NullAway") // a null ends the name's mapping
    private Memory end() {
        lock.lock();
        try {
            GONE.accumulateAndGet(version, Math::max);
        } finally {
            lock.unlock();
        }
        return null;
    }

    String name() {
        return name;
    }

    List<Result> apply(List<Group> batch, InstantSource clock) {
        lock.lock();
        try {
            if (batch.size() == 1) {
                return List.of(apply(batch.get(0), clock.instant()));
            }
            List<Result> results = new ArrayList<>(batch.size());
            for (Group group : batch) {
                results.add(apply(group, clock.instant()));
            }
            return results;
        } finally {
            lock.unlock();
        }
    }

    private Result apply(Group group, Instant now) {
        List<Change> changes = group.changes();
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            if (table.version(change.key()) != change.expected()) {
                return new Result.Conflict(
                        table.read(changes.stream().map(Change::key).toList(), now));
            }
        }
        version++;
        for (int i = 0; i < changes.size(); i++) {
            write(changes.get(i), now);
        }
        List<LockEvent> events = group.events();
        for (int i = 0; i < events.size(); i++) {
            history.add(new HistoryEntry(version, now, events.get(i)));
        }
        return new Result.Applied(version, now);
    }

    private void write(Change change, Instant now) {
        if (change.type() == Change.Type.CHECK) {
            return;
        }
        if (change.next() != null) {
            table.put(Entry.written(change.key(), version, now, change.next()));
        } else {
            table.remove(change.key());
        }
        for (int i = 0; i < feeds.size(); i++) {
            feeds.get(i).changed(change.key());
        }
    }

    Reading read(Collection<Key> keys, InstantSource clock) {
        lock.lock();
        try {
            return table.read(keys, clock.instant());
        } finally {
            lock.unlock();
        }
    }

    Page query(Query query, InstantSource clock) {
        lock.lock();
        try {
            return table.query(query, clock.instant());
        } finally {
            lock.unlock();
        }
    }

    List<HistoryEntry> history(HistoryQuery query) {
        lock.lock();
        try {
            return history.newest(query);
        } finally {
            lock.unlock();
        }
    }

    Feed watch(Kind kind, String prefix, Consumer<Sighting> sink) {
        Condition wakeUp = lock.newCondition();
        Feed feed = new Feed(this, wakeUp, kind, prefix, sink);
        lock.lock();
        try {
            table.entries().forEach(entry -> feed.changed(entry.key()));
            feeds.add(feed);
        } finally {
            lock.unlock();
        }
        feed.start();
        return feed;
    }

    void forget(Feed feed) {
        lock.lock();
        try {
            feeds.remove(feed);
            feed.wake();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the current states of what the feed has not shown yet, and waits until there are some. Empty when the feed is
     * closed.
     */
    List<Sighting> awaitChanges(Feed feed) {
        lock.lock();
        try {
            List<Sighting> news = new ArrayList<>();
            for (Key key : feed.awaitPending()) {
                news.add(new Sighting(key, table.get(key)));
            }
            return news;
        } finally {
            lock.unlock();
        }
    }
}

package dev.holdfast.internal.manager;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.RecordTable;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A store in memory for tests of the manager's parts: a test can answer in place of it, and sees what it was asked. */
final class TableStore implements LockStore {
    /** Answers a batch, by applying it or in place of that. */
    interface Applying {
        List<Result> to(List<Group> batch);
    }

    /** Groups that were sent, in order. */
    final List<Group> sent = new CopyOnWriteArrayList<>();
    /** How many groups each batch had. */
    final List<Integer> batches = new CopyOnWriteArrayList<>();
    /** Keys of every read. */
    final List<Collection<Key>> reads = new CopyOnWriteArrayList<>();
    /** The feeds that are open. */
    final List<Watcher> feeds = new CopyOnWriteArrayList<>();

    volatile Applying answer = this::applied;
    volatile Runnable beforeRead = () -> {};
    volatile boolean hasFeed;
    volatile int full = Integer.MAX_VALUE;
    private final RecordTable table = new RecordTable();
    private long version = 1_000;
    private Instant now = Instant.parse("2026-03-02T09:15:30Z");

    synchronized Instant now() {
        return now;
    }

    synchronized void pass(Duration time) {
        now = now.plus(time);
    }

    /** Returns the monotonic time that belongs to its clock. */
    long nanos() {
        return Duration.between(Instant.EPOCH, now()).toNanos();
    }

    Clocks clocks() {
        return new Clocks(this::nanos, this::now);
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        sent.addAll(batch);
        batches.add(batch.size());
        return answer.to(batch);
    }

    /** Applies a batch. */
    synchronized List<Result> applied(List<Group> batch) {
        List<Result> results = new ArrayList<>();
        batch.forEach(group -> results.add(applied(group)));
        return results;
    }

    private Result applied(Group group) {
        List<Key> keys = group.changes().stream().map(Change::key).toList();
        if (group.changes().stream().anyMatch(change -> table.version(change.key()) != change.expected())) {
            return new Result.Conflict(table.read(keys, now));
        }
        version++;
        for (Change change : group.changes()) {
            if (change.next() != null) {
                table.put(Entry.written(change.key(), version, now, change.next()));
            } else if (change.type() == Change.Type.DELETE) {
                table.remove(change.key());
            }
        }
        return new Result.Applied(version, now);
    }

    @Override
    public int fullBatch() {
        return full;
    }

    @Override
    public Reading read(Collection<Key> keys) {
        reads.add(keys);
        beforeRead.run();
        synchronized (this) {
            return table.read(keys, now);
        }
    }

    @Override
    public synchronized Page query(Query query) {
        return table.query(query, now);
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        return List.of();
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        if (!hasFeed) {
            return Optional.empty();
        }
        feeds.add(sink);
        return Optional.of(() -> feeds.remove(sink));
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("table:", Preset.OFFLINE, true, false, false);
    }

    @Override
    public void close() {}
}

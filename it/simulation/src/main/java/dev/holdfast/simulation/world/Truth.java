package dev.holdfast.simulation.world;

import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.storage.RecordTable;
import dev.holdfast.simulation.Scheduler;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The true content of the store. Every method is one step. */
final class Truth {
    private final Scheduler scheduler;
    private final RecordTable table = new RecordTable();
    private final Map<Key, Long> busyUntil = new HashMap<>();
    private final List<SimulatedFeed> feeds = new ArrayList<>();
    private final Judge judge;
    private final RequestLaws requests;
    private long version = 1_000;

    Truth(Scheduler scheduler, Settings settings, Judge judge) {
        this.scheduler = scheduler;
        this.judge = judge;
        this.requests = new RequestLaws(scheduler, settings, this);
    }

    Instant now() {
        return time(scheduler.now());
    }

    /** Returns the store's time at a time of the simulation. */
    static Instant time(long nanos) {
        return Instant.ofEpochSecond(1_600_000_000L).plusNanos(nanos);
    }

    List<Result> apply(List<Group> batch) {
        List<Result> results = new ArrayList<>();
        scheduler.atomically(() -> batch.forEach(group -> results.add(apply(group))));
        return results;
    }

    private Result apply(Group group) {
        for (Change change : group.changes()) {
            if (busy(change.key())) {
                return new Result.Busy();
            }
        }
        for (Change change : group.changes()) {
            if (table.version(change.key()) != change.expected()) {
                return new Result.Conflict(
                        table.read(group.changes().stream().map(Change::key).toList(), now()));
            }
        }
        version++;
        Instant stamp = now();
        List<Key> written = new ArrayList<>();
        Map<Key, @Nullable Body> before = new HashMap<>();
        for (Change change : group.changes()) {
            if (change.key().kind() == Kind.REQUEST || change.key().kind() == Kind.LOCK) {
                Entry entry = table.get(change.key());
                before.put(change.key(), entry == null ? null : entry.body());
            }
            if (change.type() != Change.Type.CHECK) {
                LockState lock = change.key().kind() == Kind.LOCK ? lock(change.key()) : LockState.FREE;
                if (change.next() == null) {
                    table.remove(change.key());
                } else {
                    table.put(Entry.written(change.key(), version, stamp, change.next()));
                }
                written.add(change.key());
                if (change.key().kind() == Kind.LOCK) {
                    judge.written(change.key().name(), lock, lock(change.key()), version, stamp);
                } else if (change.key().kind() == Kind.OWNER_ENDED) {
                    judge.ownerEnded(change.key().name());
                }
            }
        }
        judge.happened(group.events(), stamp);
        requests.applied(group, before, version, stamp);
        for (SimulatedFeed feed : feeds) {
            written.forEach(feed.isMeant(group.audience()) ? feed::changed : feed::changedQuietly);
        }
        return new Result.Applied(version, stamp);
    }

    LockState lock(Key key) {
        Entry entry = table.get(key);
        return entry == null ? LockState.FREE : LockState.of(entry);
    }

    LockState lock(String resource) {
        return lock(Key.lock(resource));
    }

    @Nullable
    Entry entry(Key key) {
        return table.get(key);
    }

    Reading read(Collection<Key> keys) {
        return inOneStep(() -> table.read(keys, now()));
    }

    Page query(Query query) {
        return inOneStep(() -> table.query(query, now()));
    }

    /** Keeps other threads from running meanwhile: the classes of records have points of their own. */
    private <T> T inOneStep(Supplier<T> step) {
        List<T> result = new ArrayList<>(1);
        scheduler.atomically(() -> result.add(step.get()));
        return result.get(0);
    }

    List<Entry> entries() {
        return table.entries();
    }

    void watch(SimulatedFeed feed) {
        table.entries().forEach(entry -> feed.changed(entry.key()));
        feeds.add(feed);
    }

    void forget(SimulatedFeed feed) {
        feeds.remove(feed);
    }

    void busy(Key key, long nanos) {
        busyUntil.put(key, scheduler.now() + nanos);
        judge.busy(key.name(), scheduler.now() + nanos);
    }

    private boolean busy(Key key) {
        Long until = busyUntil.get(key);
        return until != null && scheduler.now() < until;
    }
}

package dev.holdfast.testkit;

import dev.holdfast.HistoryEntry;
import dev.holdfast.Hold;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.Subscription;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A store that is right in all but one thing. */
final class FlawedStore implements LockStore {
    private final Shelf shelf;
    private final Flaw flaw;
    private final InstantSource clock;
    private long ownVersion;
    private Instant lastChange = Instant.EPOCH;
    private volatile boolean closed;

    FlawedStore(Shelf shelf, Flaw flaw, InstantSource clock) {
        this.shelf = shelf;
        this.flaw = flaw;
        this.clock = clock;
        ownVersion = shelf.opened(flaw);
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        requireOpen();
        List<Result> results = new ArrayList<>();
        Map<Key, Long> start = batch.size() > 1 ? versions(batch) : Map.of();
        for (Group given : batch) {
            Group group = new Group(given.changes().stream().map(this::folded).toList(), given.events());
            if (flaw == Flaw.BATCH_STOPS_AT_REFUSAL && results.stream().anyMatch(Result.Conflict.class::isInstance)) {
                results.add(new Result.Conflict(read(List.of())));
            } else if (flaw == Flaw.WRITE_APART_FROM_JUDGEMENT) {
                results.add(inTwoSteps(group, change -> true, change -> false));
            } else if (flaw == Flaw.CHECK_APART_FROM_WRITE) {
                Predicate<Change> check = change -> change.type() == Change.Type.CHECK;
                results.add(inTwoSteps(group, check, check.negate()));
            } else {
                results.add(inOneStep(group, start));
            }
        }
        return results;
    }

    private Map<Key, Long> versions(List<Group> batch) {
        synchronized (shelf) {
            Map<Key, Long> versions = new HashMap<>();
            batch.forEach(
                    group -> group.changes().forEach(change -> versions.put(change.key(), shelf.version(change))));
            return versions;
        }
    }

    private Result inOneStep(Group group, Map<Key, Long> start) {
        synchronized (shelf) {
            for (Change change : group.changes()) {
                long current = flaw == Flaw.BATCH_JUDGED_AT_START && start.size() > 0
                        ? start.getOrDefault(change.key(), Change.ABSENT)
                        : shelf.version(change);
                if (!holds(change, current)) {
                    return refused(group, change);
                }
            }
            return written(group);
        }
    }

    private Result inTwoSteps(Group group, Predicate<Change> first, Predicate<Change> second) {
        synchronized (shelf) {
            for (Change change : group.changes()) {
                if (first.test(change) && shelf.version(change) != change.expected()) {
                    return refused(group, change);
                }
            }
        }
        pauseInARace(2);
        synchronized (shelf) {
            for (Change change : group.changes()) {
                if (second.test(change) && shelf.version(change) != change.expected()) {
                    return refused(group, change);
                }
            }
            return written(group);
        }
    }

    /** Lets another runner come in between. A caller who is alone would only lose time. */
    private static void pauseInARace(int millis) {
        if (Race.underWay()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }

    private boolean holds(Change change, long current) {
        if (current == change.expected()) {
            return true;
        }
        // Not on drafts: the tests of many at once use those, and would find it only now and then.
        boolean put = change.type() == Change.Type.PUT && change.key().kind() == Kind.LOCK;
        boolean present = current != Change.ABSENT;
        boolean expectsAbsent = change.expected() == Change.ABSENT;
        return switch (flaw) {
            case STALE_VERSION_ACCEPTED -> put && present && !expectsAbsent && change.expected() < current;
            case FUTURE_VERSION_ACCEPTED -> put && present && change.expected() > current;
            case ABSENT_MEANS_ANY -> put && expectsAbsent;
            case DELETED_MEANS_ANY -> put && !present;
            case ANY_VERSION_DELETED ->
                change.type() == Change.Type.DELETE && change.key().kind() == Kind.LOCK && present;
            case CHECK_IGNORED -> change.type() == Change.Type.CHECK;
            default -> false;
        };
    }

    private Result refused(Group group, Change stale) {
        if (flaw == Flaw.HALF_GROUP_APPLIED) {
            List<Change> before = group.changes().subList(0, group.changes().indexOf(stale));
            if (!before.isEmpty()) {
                written(new Group(before, List.of()));
            }
        }
        if (flaw == Flaw.REFUSED_EVENTS_TOLD) {
            tell(group, 1, now());
        }
        boolean all = flaw != Flaw.CONFLICT_BRINGS_STALE_KEY_ONLY;
        return new Result.Conflict(
                read(all ? group.changes().stream().map(Change::key).toList() : List.of(stale.key())));
    }

    private Result written(Group group) {
        Instant stamp = flaw == Flaw.STAMP_OF_CALLER ? Instant.now() : clock.instant();
        boolean lock = group.changes().get(0).key().kind() == Kind.LOCK;
        long version = flaw == Flaw.VERSION_PER_STORE && lock ? ++ownVersion : shelf.nextVersion(flaw, group, stamp);
        lastChange = stamp;
        for (Change change : group.changes()) {
            write(change, version, stamp);
            if (flaw == Flaw.TORN_BY_INTERRUPT && Thread.currentThread().isInterrupted()) {
                throw new StoreUnreachableException("Interrupted; nothing was changed.", null);
            }
        }
        tell(group, version, stamp);
        return new Result.Applied(version, stamp);
    }

    private void write(Change change, long version, Instant stamp) {
        if (change.next() != null) {
            Body body = damaged(change.next());
            shelf.put(
                    flaw == Flaw.STAMP_OF_READING
                            ? new Entry(change.key(), version, stamp, body)
                            : Entry.written(change.key(), version, stamp, body));
        } else if (change.type() == Change.Type.DELETE) {
            shelf.table.remove(change.key());
        }
        if (change.type() != Change.Type.CHECK) {
            Entry entry = shelf.table.get(change.key());
            Sighting sighting = new Sighting(change.key(), entry == null ? null : resolved(entry));
            for (FlawedFeed feed : shelf.feeds) {
                if (flaw != Flaw.FEED_OF_OWN_CHANGES || feed.store == this) {
                    feed.tell(sighting);
                }
            }
        }
    }

    private Body damaged(Body body) {
        if (!(body instanceof LockState state)) {
            return body;
        }
        return switch (flaw) {
            case MARK_LOST -> new LockState(state.holds(), state.queue(), null);
            case FENCE_MOVES_WITH_EACH_WRITE ->
                new LockState(
                        state.holds().stream().map(FlawedStore::withoutFence).toList(), state.queue(), state.marked());
            default -> body;
        };
    }

    private static Hold withoutFence(Hold hold) {
        return new Hold(
                hold.entries(),
                hold.owner(),
                hold.mode(),
                Stamp.VERSION,
                hold.since(),
                hold.active(),
                hold.seen(),
                hold.lease(),
                hold.note(),
                hold.slot(),
                hold.claimed());
    }

    private void tell(Group group, long version, Instant stamp) {
        for (LockEvent event : group.events()) {
            LockEvent stamped = event.stamped(version, stamp);
            shelf.history.add(new HistoryEntry(version, stamp, stamped));
        }
    }

    @Override
    public Reading read(Collection<Key> keys) {
        requireOpen();
        Map<Key, Entry> found = new HashMap<>();
        if (flaw == Flaw.READ_KEY_BY_KEY) {
            for (Key key : keys) {
                found.putAll(readAtOnce(List.of(key)));
                pauseInARace(1);
            }
        } else {
            found.putAll(readAtOnce(keys));
        }
        return new Reading(found, now());
    }

    private Map<Key, Entry> readAtOnce(Collection<Key> keys) {
        synchronized (shelf) {
            Map<Key, Entry> found = new HashMap<>();
            for (Key key : keys) {
                Entry entry = shelf.table.get(folded(key));
                if (entry != null) {
                    found.put(key, resolved(entry));
                }
            }
            return found;
        }
    }

    @Override
    public Page query(Query query) {
        requireOpen();
        synchronized (shelf) {
            Stream<Entry> found = shelf.table.query(query, now()).entries().stream();
            if (flaw == Flaw.INDEX_KEEPS_FORMER_OWNERS && query.owner() != null) {
                Set<Key> former = shelf.formerOwners.getOrDefault(query.owner(), Set.of());
                found = shelf.table.query(query.owner(null), now()).entries().stream()
                        .filter(entry -> former.contains(entry.key()));
            }
            List<Entry> listed = found.filter(entry -> indexed(entry, query))
                    .map(this::resolved)
                    .collect(Collectors.toCollection(ArrayList::new));
            return new Page(listed, shelf.table.query(query, now()).more(), now());
        }
    }

    private boolean indexed(Entry entry, Query query) {
        Body body = entry.body();
        return switch (flaw) {
            case WAITERS_NOT_INDEXED ->
                query.owner() == null || !(body instanceof LockState state) || state.holdOfOwner(query.owner()) != null;
            case DRAFTS_NOT_INDEXED -> query.user() == null || query.kind() != Kind.DRAFT;
            case DUE_INDEXED_TOO_LATE ->
                query.dueBy() == null || body.due().at(entry.stamp()).isBefore(query.dueBy());
            default -> true;
        };
    }

    private Entry resolved(Entry entry) {
        return flaw == Flaw.STAMP_OF_READING
                ? new Entry(
                        entry.key(),
                        entry.version(),
                        entry.stamp(),
                        entry.body().stamped(entry.version(), clock.instant()))
                : entry;
    }

    private Key folded(Key key) {
        return flaw == Flaw.CASE_FOLDED ? new Key(key.kind(), key.name().toLowerCase(Locale.ROOT)) : key;
    }

    private Change folded(Change change) {
        return new Change(change.type(), folded(change.key()), change.expected(), change.next());
    }

    private Instant now() {
        return flaw == Flaw.TIME_OF_LAST_CHANGE ? lastChange : clock.instant();
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        requireOpen();
        synchronized (shelf) {
            return shelf.history.newest(query);
        }
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        requireOpen();
        synchronized (shelf) {
            FlawedFeed feed = new FlawedFeed(this, flaw, kind, prefix, sink);
            if (flaw != Flaw.FEED_WITHOUT_SNAPSHOT) {
                shelf.table.entries().forEach(entry -> feed.tell(new Sighting(entry.key(), resolved(entry))));
            }
            shelf.feeds.add(feed);
            return Optional.of(feed);
        }
    }

    void forget(FlawedFeed feed) {
        shelf.feeds.remove(feed);
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("flawed:" + flaw, Preset.OFFLINE, true, false, false);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            shelf.closed();
            shelf.feeds.stream().filter(feed -> feed.store == this).forEach(FlawedFeed::close);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
    }
}

package dev.holdfast.store.memory;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The records that all memory stores of one name share. Changes of different keys mostly touch different {@link Stripes}, and
 * then nothing that both write to.
 */
final class Memory {
    private static final ConcurrentMap<String, Memory> BY_NAME = new ConcurrentHashMap<>();
    /** The largest version of any memory that is gone. */
    private static final AtomicLong GONE = new AtomicLong();

    private final String name;
    private final PastEvents past = new PastEvents(
            History.MAX_EVENTS,
            History.MAX_EVENTS + Stripes.COUNT * EventBlock.MAX_EVENTS,
            History.MAX_BYTES - Stripes.COUNT * (EventBlock.MAX_BYTES + History.LARGEST));

    private final Stripes stripes;
    private final List<Feed> feeds = new CopyOnWriteArrayList<>();
    private int users = 1;

    private Memory(String name, InstantSource clock) {
        this.name = name;
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
        this.stripes = new Stripes(Math.max(micros, GONE.get()), past);
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
        GONE.accumulateAndGet(locked(Stripes.ALL, () -> stripes.version(Stripes.ALL)), Math::max);
        return null;
    }

    String name() {
        return name;
    }

    List<Result> apply(List<Group> batch, InstantSource clock) {
        if (batch.size() == 1) {
            return List.of(apply(batch.get(0), clock));
        }
        List<Result> results = new ArrayList<>(batch.size());
        for (Group group : batch) {
            results.add(apply(group, clock));
        }
        return results;
    }

    private Result apply(Group group, InstantSource clock) {
        long touched = Stripes.ofChanges(group.changes());
        stripes.lock(touched);
        try {
            return apply(group, touched, clock.instant());
        } finally {
            stripes.unlock(touched);
        }
    }

    private Result apply(Group group, long touched, Instant now) {
        List<Change> changes = group.changes();
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            if (stripes.of(change.key()).table().version(change.key()) != change.expected()) {
                return new Result.Conflict(
                        present(changes.stream().map(Change::key).toList(), now));
            }
        }
        long version = stripes.version(touched) + 1;
        for (int i = 0; i < changes.size(); i++) {
            write(changes.get(i), version, now);
        }
        keep(group, version, now);
        return new Result.Applied(version, now);
    }

    private void write(Change change, long version, Instant now) {
        if (change.type() == Change.Type.CHECK) {
            return;
        }
        Stripe stripe = stripes.of(change.key());
        stripe.changed(version);
        if (change.next() != null) {
            stripe.table().put(Entry.written(change.key(), version, now, change.next()));
        } else {
            stripe.table().remove(change.key());
        }
        if (!feeds.isEmpty()) {
            feeds.forEach(feed -> feed.changed(change.key()));
        }
    }

    /** Keeps the events of a group, all in one stripe. */
    private void keep(Group group, long version, Instant now) {
        List<LockEvent> events = group.events();
        if (!events.isEmpty()) {
            Stripe stripe = stripes.of(group.changes().get(0).key());
            long nanos = System.nanoTime();
            for (int i = 0; i < events.size(); i++) {
                stripe.add(new EventBlock.Event(nanos, version, now, events.get(i)));
            }
        }
    }

    private <T> T locked(long set, Supplier<T> action) {
        stripes.lock(set);
        try {
            return action.get();
        } finally {
            stripes.unlock(set);
        }
    }

    Reading read(Collection<Key> keys, InstantSource clock) {
        return locked(Stripes.ofKeys(keys), () -> present(keys, clock.instant()));
    }

    /** Returns the records of keys whose stripes are locked. */
    private Reading present(Collection<Key> keys, Instant now) {
        Map<Key, Entry> found = new HashMap<>();
        for (Key key : keys) {
            Entry entry = stripes.get(key);
            if (entry != null) {
                found.put(key, entry);
            }
        }
        return new Reading(found, now);
    }

    Page query(Query query, InstantSource clock) {
        return locked(Stripes.ALL, () -> {
            Instant now = clock.instant();
            List<Page> pages = stripes.each(stripe -> stripe.table().query(query, now));
            List<Entry> found = new ArrayList<>();
            pages.forEach(page -> found.addAll(page.entries()));
            found.sort(Comparator.comparing(Entry::key));
            boolean more = found.size() > query.limit() || pages.stream().anyMatch(Page::more);
            return new Page(found.size() > query.limit() ? found.subList(0, query.limit()) : found, more, now);
        });
    }

    List<HistoryEntry> history(HistoryQuery query) {
        return locked(Stripes.ALL, () -> past.newest(query, stripes.each(Stripe::recent)));
    }

    Feed watch(Kind kind, String prefix, Watcher sink) {
        Feed feed = new Feed(this, kind, prefix, sink);
        // First: what changes from now on is noted, also while the records are noted that are there.
        feeds.add(feed);
        List<Entry> present = new ArrayList<>();
        locked(
                Stripes.ALL,
                () -> stripes.each(stripe -> present.addAll(stripe.table().entries())));
        present.forEach(entry -> feed.changed(entry.key()));
        feed.start();
        return feed;
    }

    void forget(Feed feed) {
        feeds.remove(feed);
    }

    /** Returns the current state of each key. */
    List<Sighting> sightings(List<Key> keys) {
        List<Sighting> news = new ArrayList<>(keys.size());
        for (Key key : keys) {
            news.add(locked(Stripes.ofKeys(List.of(key)), () -> new Sighting(key, stripes.get(key))));
        }
        return news;
    }
}

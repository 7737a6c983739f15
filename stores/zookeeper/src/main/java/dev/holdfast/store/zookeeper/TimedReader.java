package dev.holdfast.store.zookeeper;

import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A reader of records together with the leader's time. The time of a reading comes from the last write, counted on. But no
 * record counts as due before a write has confirmed it: then the records are read again, behind that write. Thread-safe.
 */
record TimedReader(Paths paths, Reader reader, ServerClock clock) {
    /** The number of records in one request when it is not known how many of them are wanted. */
    private static final int SOME = 500;

    Reading read(Collection<Key> keys) {
        if (keys.isEmpty()) {
            return new Reading(Map.of(), reader.now());
        }
        return reader.asking(call -> {
            ServerClock.Estimate before = clock.estimate();
            if (before != null) {
                call.sync(paths.clock());
                Map<Key, Entry> entries = reader.entries(call, keys);
                Instant now = now(entries.values(), before);
                if (now != null) {
                    return new Reading(entries, now);
                }
            }
            CompletableFuture<SessionCall.Answer> ticked = reader.tick(call);
            Map<Key, Entry> entries = reader.entries(call, keys);
            return new Reading(entries, reader.stamp(call, ticked));
        });
    }

    Page query(Query query) {
        return reader.asking(call -> {
            call.sync(paths.clock());
            ServerClock.Estimate before = clock.estimate();
            List<Entry> found = find(call, query);
            Instant now = before == null ? null : now(found, before);
            if (now == null) {
                CompletableFuture<SessionCall.Answer> ticked = reader.tick(call);
                Map<Key, Entry> again =
                        reader.collected(call, found.stream().map(Entry::key).toList());
                found = found.stream()
                        .map(entry -> again.get(entry.key()))
                        .filter(entry -> entry != null && query.matches(entry))
                        .toList();
                now = reader.stamp(call, ticked);
            }
            boolean more = found.size() > query.limit();
            return new Page(more ? found.subList(0, query.limit()) : found, more, now);
        });
    }

    /** Returns records in the order of their names; one more than the limit if there is one. */
    private List<Entry> find(SessionCall call, Query query) throws SessionCall.LostException {
        List<Key> keys = new ArrayList<>();
        for (String name : reader.names(call, query.kind())) {
            if (name.startsWith(query.prefix()) && name.compareTo(query.after()) > 0) {
                keys.add(new Key(query.kind(), name));
            }
        }
        keys.sort(null);
        boolean wanted = query.owner() == null && query.user() == null && query.dueBy() == null;
        int step = wanted ? Math.min(query.limit(), keys.size()) + 1 : SOME;
        List<Entry> found = new ArrayList<>();
        for (int i = 0; i < keys.size() && found.size() <= query.limit(); i += step) {
            List<Key> some = keys.subList(i, Math.min(i + step, keys.size()));
            Map<Key, Entry> entries = reader.collected(call, some);
            for (Key key : some) {
                Entry entry = entries.get(key);
                if (entry != null && query.matches(entry) && found.size() <= query.limit()) {
                    found.add(entry);
                }
            }
        }
        return found;
    }

    /** Returns a time at which the records were still to be read; null if only a write can tell. */
    private @Nullable Instant now(Collection<Entry> entries, ServerClock.Estimate before) {
        ServerClock.Estimate after = clock.estimate();
        Instant now = before.least();
        for (Entry entry : entries) {
            if (entry.stamp().isAfter(now)) {
                // Written a moment ago; or by a leader whose clock was another.
                if (after == null || entry.stamp().isAfter(after.most())) {
                    return null;
                }
                now = entry.stamp();
            }
        }
        for (Entry entry : entries) {
            Instant due = entry.body().due().at(entry.stamp());
            if (due != null && !due.isAfter(now)) {
                return null;
            }
        }
        return now;
    }
}

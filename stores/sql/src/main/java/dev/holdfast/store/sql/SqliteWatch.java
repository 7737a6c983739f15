package dev.holdfast.store.sql;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Key;
import dev.holdfast.store.Query;
import dev.holdfast.store.Sighting;
import dev.holdfast.store.Subscription;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** One subscriber of a feed, and which records it believes to be there. */
final class SqliteWatch implements Subscription {
    private final SqliteFeed feed;
    private final Query query;
    private final Consumer<Sighting> sink;
    private final Set<Key> present = new HashSet<>();
    private boolean closed;
    /** Whether it was shown all records and from then on every change. Used by the feed's thread alone. */
    private boolean current;

    SqliteWatch(SqliteFeed feed, Query query, Consumer<Sighting> sink) {
        this.feed = feed;
        this.query = query;
        this.sink = sink;
    }

    Query query() {
        return query;
    }

    boolean current() {
        return current;
    }

    boolean wants(Key key) {
        return key.kind() == query.kind() && key.name().startsWith(query.prefix());
    }

    /** Tells all records there are, and those that are there no more. */
    void startOver(List<Entry> all) {
        Set<Key> gone = new HashSet<>(present);
        all.forEach(entry -> gone.remove(entry.key()));
        List<Sighting> sightings = new ArrayList<>();
        gone.forEach(key -> sightings.add(new Sighting(key, null)));
        all.forEach(entry -> sightings.add(new Sighting(entry.key(), entry)));
        current = true;
        show(sightings);
    }

    synchronized void show(List<Sighting> sightings) {
        for (Sighting sighting : sightings) {
            if (closed) {
                return;
            }
            if (sighting.entry() == null) {
                present.remove(sighting.key());
            } else {
                present.add(sighting.key());
            }
            tell(sighting);
        }
    }

    private void tell(Sighting sighting) {
        try {
            sink.accept(sighting);
        } catch (RuntimeException e) {
            // A subscriber's mistake must cost neither others nor itself the rest of the news.
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, e);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        feed.forget(this);
    }
}

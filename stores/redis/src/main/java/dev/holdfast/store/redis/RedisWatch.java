package dev.holdfast.store.redis;

import dev.holdfast.store.Delivery;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Key;
import dev.holdfast.store.Query;
import dev.holdfast.store.Sighting;
import dev.holdfast.store.Subscription;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** One subscriber of a feed, and which records it believes to be there. */
final class RedisWatch implements Subscription {
    private final RedisFeed feed;
    private final Query query;
    private final Delivery delivery;
    /** Used by the feed's thread alone. */
    private final Set<Key> present = new HashSet<>();
    /** Whether it was shown all records and from then on every change. Used by the feed's thread alone. */
    private boolean current;

    RedisWatch(RedisFeed feed, Query query, Consumer<Sighting> sink) {
        this.feed = feed;
        this.query = query;
        this.delivery = new Delivery(query.kind(), query.prefix(), sink);
    }

    Query query() {
        return query;
    }

    boolean current() {
        return current;
    }

    boolean wants(Key key) {
        return delivery.wants(key);
    }

    /** Tells all records there are, and those that are there no more. */
    void startOver(List<Entry> all) {
        Set<Key> gone = new HashSet<>(present);
        all.forEach(entry -> gone.remove(entry.key()));
        current = true;
        gone.forEach(key -> show(new Sighting(key, null)));
        all.forEach(entry -> show(new Sighting(entry.key(), entry)));
    }

    void show(Sighting sighting) {
        if (sighting.entry() == null) {
            present.remove(sighting.key());
        } else {
            present.add(sighting.key());
        }
        delivery.tell(sighting);
    }

    @Override
    public void close() {
        delivery.close();
        feed.forget(this);
    }
}

package dev.holdfast.internal.storage;

import dev.holdfast.Subscription;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Query;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One subscriber of a {@link ChangeFeed}, and which records it believes to be there. Used by the feed's thread. */
public final class FeedWatch implements Subscription {
    private final ChangeFeed feed;
    private final Query query;
    private final Delivery delivery;
    private final Set<Key> present = new HashSet<>();
    private boolean current;

    FeedWatch(ChangeFeed feed, Query query, Watcher sink) {
        this.feed = feed;
        this.query = query;
        this.delivery = new Delivery(query.kind(), query.prefix(), sink);
    }

    public Query query() {
        return query;
    }

    /** Returns whether it was shown all records and from then on every change. */
    public boolean current() {
        return current;
    }

    boolean isMeant(Audience audience) {
        return delivery.isMeant(audience);
    }

    boolean wants(Key key) {
        return delivery.wants(key);
    }

    /** Shows all records there are, and those that are there no more. */
    void startOver(List<Entry> all) {
        Set<Key> gone = new HashSet<>(present);
        all.forEach(entry -> gone.remove(entry.key()));
        current = true;
        gone.forEach(key -> show(new Sighting(key, null)));
        all.forEach(entry -> show(new Sighting(entry.key(), entry)));
    }

    /** Shows those of the changed records that it asked for. */
    void show(Set<Key> changed, Map<Key, Entry> entries) {
        for (Key key : changed) {
            if (wants(key)) {
                show(new Sighting(key, entries.get(key)));
            }
        }
    }

    private void show(Sighting sighting) {
        if (sighting.entry() == null) {
            present.remove(sighting.key());
        } else {
            present.add(sighting.key());
        }
        delivery.tell(sighting);
    }

    /** Makes it start over if there are not as many records as it believes: one was deleted by hand, and no change noted. */
    public void recount(long there) {
        current = current && present.size() == there;
    }

    /** Ends the subscription; from any thread. */
    @Override
    public void close() {
        delivery.close();
        feed.forget(this);
    }
}

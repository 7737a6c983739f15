package dev.holdfast.store.sql.shared;

import dev.holdfast.store.Delivery;
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
public final class FeedWatch implements Subscription {
    private final Consumer<FeedWatch> forget;
    private final Query query;
    private final Delivery delivery;
    /** Used by the feed's thread alone. */
    private final Set<Key> present = new HashSet<>();
    /** Whether it was shown all records and from then on every change. Used by the feed's thread alone. */
    private boolean current;

    /**
     * Creates a watch; for its feed.
     *
     * @param forget called when it is closed
     */
    public FeedWatch(Consumer<FeedWatch> forget, Query query, Consumer<Sighting> sink) {
        this.forget = forget;
        this.query = query;
        this.delivery = new Delivery(query.kind(), query.prefix(), sink);
    }

    public Query query() {
        return query;
    }

    public boolean current() {
        return current;
    }

    public boolean wants(Key key) {
        return delivery.wants(key);
    }

    /** Tells all records there are, and those that are there no more. */
    public void startOver(List<Entry> all) {
        Set<Key> gone = new HashSet<>(present);
        all.forEach(entry -> gone.remove(entry.key()));
        List<Sighting> sightings = new ArrayList<>();
        gone.forEach(key -> sightings.add(new Sighting(key, null)));
        all.forEach(entry -> sightings.add(new Sighting(entry.key(), entry)));
        current = true;
        show(sightings);
    }

    public void show(List<Sighting> sightings) {
        for (Sighting sighting : sightings) {
            if (sighting.entry() == null) {
                present.remove(sighting.key());
            } else {
                present.add(sighting.key());
            }
            delivery.tell(sighting);
        }
    }

    /** Makes it start over if there are not as many records as it believes: one was deleted by hand, and no change noted. */
    public void recount(long there) {
        current = current && present.size() == there;
    }

    @Override
    public void close() {
        delivery.close();
        forget.accept(this);
    }
}

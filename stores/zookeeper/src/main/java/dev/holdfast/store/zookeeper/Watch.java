package dev.holdfast.store.zookeeper;

import dev.holdfast.store.Delivery;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.Sighting;
import dev.holdfast.store.Subscription;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** One subscriber of a feed, and which records it believes to be there. */
final class Watch implements Subscription {
    private final Feed feed;
    private final Kind kind;
    private final String prefix;
    private final Delivery delivery;
    /** Used by the feed's thread alone. */
    private final Set<Key> present = new HashSet<>();
    /** Whether it was shown all records and from then on every change. Used by the feed's thread alone. */
    private boolean current;

    Watch(Feed feed, Kind kind, String prefix, Consumer<Sighting> sink) {
        this.feed = feed;
        this.kind = kind;
        this.prefix = prefix;
        this.delivery = new Delivery(kind, prefix, sink);
    }

    Kind kind() {
        return kind;
    }

    String prefix() {
        return prefix;
    }

    boolean current() {
        return current;
    }

    /** Says that changes may have been missed. */
    void outdated() {
        current = false;
    }

    boolean wants(Key key) {
        return delivery.wants(key);
    }

    /** Tells all records there are, and those that are there no more. */
    void startOver(Map<Key, Entry> all) {
        Set<Key> gone = new HashSet<>(present);
        gone.removeAll(all.keySet());
        gone.forEach(key -> show(new Sighting(key, null)));
        Collection<Entry> entries = all.values();
        entries.forEach(entry -> show(new Sighting(entry.key(), entry)));
        current = true;
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

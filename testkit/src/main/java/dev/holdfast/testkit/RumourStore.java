package dev.holdfast.testkit;

import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.ForwardingStore;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A store whose feed tells what the test says, in place of what is there. A feed may be late or repeat itself, so that this is
 * what a true feed could tell at that moment.
 */
final class RumourStore extends ForwardingStore {
    private final List<Watcher> sinks = new CopyOnWriteArrayList<>();

    RumourStore(LockStore store) {
        super(store);
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        if (kind != Kind.LOCK) {
            return super.watch(kind, prefix, sink);
        }
        sinks.add(sink);
        return Optional.of(() -> sinks.remove(sink));
    }

    /** Tells all subscribers of a record; null if it is not there any more. */
    void tell(Key key, @Nullable Entry entry) {
        sinks.forEach(sink -> sink.accept(new Sighting(key, entry)));
    }
}

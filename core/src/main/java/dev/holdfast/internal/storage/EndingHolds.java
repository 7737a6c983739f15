package dev.holdfast.internal.storage;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The holds in a store that end soon unless they are renewed, by the store's index of what is due and its clock. Changes nothing.
 * Thread-safe; every method may block, and may throw a {@link dev.holdfast.StoreException}.
 */
public final class EndingHolds {
    private final LockStore store;

    public EndingHolds(LockStore store) {
        this.store = store;
    }

    /** Returns the store's time. */
    public Instant now() {
        return store.read(List.of()).now();
    }

    /**
     * Returns holds that have not ended, and end by that time. Holds that were merely handed over are not among them.
     *
     * @param after only on resources after this one; empty for all
     * @param limit the maximum number of resources to look at
     */
    public Part find(Instant by, String after, int limit) {
        Page page = store.query(Query.all(Kind.LOCK).dueBy(by).after(after).limit(limit));
        List<EndingHold> found = new ArrayList<>();
        String last = after;
        for (Entry entry : page.entries()) {
            last = entry.key().name();
            for (Hold hold : LockState.of(entry).holds()) {
                Instant end = hold.until();
                if (hold.claimed() && end != null && !end.isAfter(by) && end.isAfter(page.now())) {
                    found.add(new EndingHold(last, entry.version(), hold, end));
                }
            }
        }
        return new Part(found, last, page.more(), page.now());
    }

    /**
     * A part of the holds.
     *
     * @param last the resource that was looked at last
     * @param more whether there are resources after it
     * @param now the store's time
     */
    public record Part(List<EndingHold> holds, String last, boolean more, Instant now) {
        public Part {
            holds = List.copyOf(holds);
        }
    }

    /**
     * A hold that ends soon.
     *
     * @param version of its record
     */
    public record EndingHold(String resource, long version, Hold hold, Instant end) {
        /** Returns whether each limit of its lease is longer than that time. That of a hold with heartbeats is short. */
        public boolean isLongerThan(Duration time) {
            Lease lease = hold.lease();
            return Stream.of(lease.absolute(), lease.idle(), lease.grace())
                    .filter(Objects::nonNull)
                    .allMatch(limit -> limit.compareTo(time) > 0);
        }
    }
}

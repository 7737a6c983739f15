package dev.holdfast.store.memory;

import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All records, divided by their keys into stripes, each with a lock of its own. A set of stripes is a {@code long} with one bit
 * for each. Stripes are always locked in the same order, so that no two threads wait for each other.
 */
final class Stripes {
    /** Enough that threads on different keys rarely want the same one. */
    static final int COUNT = Long.SIZE;

    static final long ALL = -1;
    private static final int GOLDEN = 0x9E3779B9;
    private static final int UNUSED_BITS = Integer.SIZE - Integer.numberOfTrailingZeros(COUNT);

    private final Stripe[] stripes = new Stripe[COUNT];

    /** @param version larger than any that a key ever had, or equal */
    Stripes(long version, PastEvents past) {
        Arrays.setAll(stripes, i -> new Stripe(version, past));
    }

    private static int place(Key key) {
        return (key.name().hashCode() * GOLDEN) >>> UNUSED_BITS;
    }

    /** Returns the stripe of a key. */
    Stripe of(Key key) {
        return stripes[place(key)];
    }

    /** Returns the stripes of those changes. */
    static long ofChanges(List<Change> changes) {
        long set = 0;
        for (int i = 0; i < changes.size(); i++) {
            set |= 1L << place(changes.get(i).key());
        }
        return set;
    }

    /** Returns the stripes of those keys. */
    static long ofKeys(Collection<Key> keys) {
        long set = 0;
        for (Key key : keys) {
            set |= 1L << place(key);
        }
        return set;
    }

    void lock(long set) {
        for (long left = set; left != 0; left &= left - 1) {
            first(left).lock();
        }
    }

    void unlock(long set) {
        for (long left = set; left != 0; left &= left - 1) {
            first(left).unlock();
        }
    }

    private Stripe first(long set) {
        return stripes[Long.numberOfTrailingZeros(set)];
    }

    /** Returns the largest version of the changes of those stripes, which the caller has locked. */
    long version(long set) {
        long newest = 0;
        for (long left = set; left != 0; left &= left - 1) {
            newest = Math.max(newest, first(left).version());
        }
        return newest;
    }

    /** Returns a record whose stripe the caller has locked. */
    @Nullable
    Entry get(Key key) {
        return of(key).table().get(key);
    }

    /** Returns the result for each stripe. */
    <T> List<T> each(Function<Stripe, T> action) {
        List<T> results = new ArrayList<>(COUNT);
        for (Stripe stripe : stripes) {
            results.add(action.apply(stripe));
        }
        return results;
    }
}

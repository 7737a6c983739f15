package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The common steps of the tests of the suite. */
final class Steps {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(90);

    private Steps() {}

    /** Applies one group and returns its result. Tries again while the record is busy. */
    static Result apply(LockStore store, Group group) {
        long start = System.nanoTime();
        while (true) {
            List<Result> results = store.apply(List.of(group));
            assertThat(results).hasSize(1);
            if (!(results.get(0) instanceof Result.Busy)) {
                return results.get(0);
            }
            assertThat(System.nanoTime() - start)
                    .as("nanoseconds of being busy")
                    .isLessThan(PATIENCE);
            LockSupport.parkNanos(100_000);
        }
    }

    static Result.Applied applied(LockStore store, Change... changes) {
        return applied(apply(store, Group.of(changes)));
    }

    static Result.Applied applied(Result result) {
        assertThat(result).isInstanceOf(Result.Applied.class);
        return (Result.Applied) result;
    }

    static Reading conflict(LockStore store, Change... changes) {
        return conflict(apply(store, Group.of(changes)));
    }

    static Reading conflict(Result result) {
        assertThat(result).isInstanceOf(Result.Conflict.class);
        return ((Result.Conflict) result).current();
    }

    /** Returns whether the group was applied; it must be that or a conflict. */
    static boolean wins(LockStore store, Change... changes) {
        Result result = apply(store, Group.of(changes));
        assertThat(result).isInstanceOfAny(Result.Applied.class, Result.Conflict.class);
        return result instanceof Result.Applied;
    }

    static @Nullable Entry find(LockStore store, Key key) {
        return store.read(List.of(key)).get(key);
    }

    static Entry entry(LockStore store, Key key) {
        Entry entry = find(store, key);
        assertThat(entry).as("the record " + key).isNotNull();
        return java.util.Objects.requireNonNull(entry);
    }
}

package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldId;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.rules.Slot;
import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys in different stripes do not keep each other waiting; what spans stripes is still one step, and in order. */
@Timeout(180)
class StripesTest {
    private final FakeTime time = FakeTime.create();
    private final AtomicReference<Runnable> atNextLook = new AtomicReference<>(() -> {});
    private final LockStore store = MemoryLockStore.open(this::look);
    private final Key here = key(0);
    private final Key there = IntStream.range(1, 1_000)
            .mapToObj(StripesTest::key)
            .filter(key -> stripe(key) != stripe(here))
            .findFirst()
            .orElseThrow();

    private Instant look() {
        atNextLook.getAndSet(() -> {}).run();
        return time.instant();
    }

    private static Key key(int number) {
        return new Key(Kind.SLOT, "slot-" + number);
    }

    private static long stripe(Key key) {
        return Stripes.ofKeys(List.of(key));
    }

    private static Change put(Key key, long expected) {
        return Change.put(key, expected, new Slot(key.name(), new HoldId(1, 2)));
    }

    private Result apply(Change... changes) {
        return store.apply(List.of(Group.of(changes))).get(0);
    }

    private long applied(Change... changes) {
        return ((Result.Applied) apply(changes)).version();
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** A store looks at its clock in the middle of a change. */
    @Test
    void change_whileAnotherKeyIsBeingChanged_doesNotWait() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        atNextLook.set(() -> {
            inside.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("The test is over.", e);
            }
        });
        FutureTask<Long> slow = new FutureTask<>(() -> applied(put(here, Change.ABSENT)));
        Thread thread = new Thread(slow);
        thread.setDaemon(true);
        thread.start();
        inside.await();

        long version = applied(put(there, Change.ABSENT));
        assertThat(store.read(List.of(there)).version(there)).isEqualTo(version);
        assertThat(slow.isDone()).isFalse();

        goOn.countDown();
        assertThat(store.read(List.of(here)).version(here)).isEqualTo(slow.get(90, TimeUnit.SECONDS));
    }

    @Test
    void group_overStripes_hasALargerVersionThanEachOfItsKeys() {
        long version = applied(put(here, Change.ABSENT));
        for (int i = 0; i < 10; i++) {
            version = applied(put(here, version));
        }
        long first = applied(put(there, Change.ABSENT));
        assertThat(applied(Change.check(here, version), put(there, first))).isGreaterThan(version);

        long both = applied(
                put(here, version),
                Change.delete(there, store.read(List.of(there)).version(there)));
        assertThat(both).isGreaterThan(version);
        assertThat(applied(put(there, Change.ABSENT))).as("after a deletion").isGreaterThan(both);
        assertThat(applied(put(here, both))).isGreaterThan(both);
    }

    @Test
    void group_overStripes_conflictsAsAWhole() {
        long version = applied(put(here, Change.ABSENT));
        for (Change[] changes : List.of(
                new Change[] {put(here, version + 1), put(there, Change.ABSENT)},
                new Change[] {put(there, Change.ABSENT), Change.check(here, Change.ABSENT)})) {
            Reading current = ((Result.Conflict) apply(changes)).current();
            assertThat(current.version(here)).isEqualTo(version);
            assertThat(current.entries()).containsOnlyKeys(here);
        }
    }

    @Test
    void query_overStripes_isOrderedAndCut() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            applied(put(key(i), Change.ABSENT));
            names.add(key(i).name());
        }
        names.sort(null);
        for (int limit : new int[] {1, 7, 299, 300, 301}) {
            List<String> found = new ArrayList<>();
            store.query(Query.all(Kind.SLOT).limit(limit))
                    .entries()
                    .forEach(entry -> found.add(entry.key().name()));
            assertThat(found).isEqualTo(names.subList(0, Math.min(300, limit)));
            assertThat(store.query(Query.all(Kind.SLOT).limit(limit)).more()).isEqualTo(limit < 300);
        }
    }

    /** All at one and the same time of the store's clock, over many resources, some of which are quiet. */
    @Test
    void history_overStripes_isNewestFirst_andHasTheLastTenThousand() {
        List<String> happened = new ArrayList<>();
        try (LockManager locks = StoreManagers.over(MemoryLockStore.open(time), ManagerOptions.DEFAULT)) {
            for (int i = 0; i < 12_000; i++) {
                String resource = i % 500 == 0 ? "quiet-" + i : "r" + (i * 31 % 97);
                locks.acquire(resource).close();
                happened.add(resource);
                happened.add(resource);
            }
            Collections.reverse(happened);
            assertThat(locks.admin().history(new HistoryQuery("", null, Integer.MAX_VALUE)).stream()
                            .map(past -> past.event().resource()))
                    .isEqualTo(happened.subList(0, History.MAX_EVENTS));
            assertThat(locks.admin().history(new HistoryQuery("quiet-11", null, 3)).stream()
                            .map(past -> past.event().resource()))
                    .containsExactly("quiet-11500", "quiet-11500", "quiet-11000");
        }
    }
}

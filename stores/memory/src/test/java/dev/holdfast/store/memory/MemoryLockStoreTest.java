package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.holdfast.HoldId;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.internal.rules.Slot;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MemoryLockStoreTest {
    private static final Key KEY = new Key(Kind.SLOT, "slot");
    private final FakeTime time = FakeTime.create();

    @Test
    void provider_isFoundByItsScheme() {
        assertThat(ServiceLoader.load(StoreProvider.class))
                .filteredOn(provider -> provider.schemes().contains("memory"))
                .singleElement()
                .isInstanceOf(MemoryStoreProvider.class);
    }

    @Test
    void open_otherScheme_isRefusedWithAnExample() {
        for (String address : List.of("memory", "sqlite:x", "")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new MemoryStoreProvider().open(address, time))
                    .withMessageContaining("memory:NAME");
        }
    }

    @Test
    void traits_sayThatNobodyElseSeesIt() {
        try (LockStore store = open("memory:traits");
                LockStore unnamed = open("memory:")) {
            assertThat(store.traits()).isEqualTo(new StoreTraits("memory:traits", Preset.OFFLINE, true, false, false));
            assertThat(unnamed.traits().address()).isEqualTo("memory:");
        }
    }

    @Test
    void unnamed_isSharedByNobody() {
        try (LockStore one = open("memory:");
                LockStore two = open("memory:")) {
            make(one);
            assertThat(two.read(List.of(KEY)).entries()).isEmpty();
        }
    }

    @Test
    void named_lastOneClosed_recordsAreGoneButFencesGrow() {
        long first;
        LockStore one = open("memory:ends");
        try (LockStore two = open("memory:ends")) {
            first = make(one);
            one.close();
            one.close();
            assertThat(two.read(List.of(KEY)).entries()).hasSize(1);
        }
        time.jumpBack(Duration.ofHours(1));
        try (LockStore again = open("memory:ends")) {
            assertThat(again.read(List.of(KEY)).entries()).isEmpty();
            assertThat(make(again)).isGreaterThan(first);
        }
    }

    @Test
    void versions_ofALaterProcess_startAboveTheClock() {
        try (LockStore store = open("memory:")) {
            assertThat(make(store)).isGreaterThan(time.instant().toEpochMilli() * 1000);
        }
    }

    @Test
    @Timeout(180)
    void watch_sinkFails_stillLearnsTheLastState() throws Exception {
        BlockingQueue<Boolean> present = new LinkedBlockingQueue<>();
        try (LockStore store = open("memory:")) {
            store.watch(Kind.SLOT, "", sighting -> {
                present.add(sighting.entry() != null);
                Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
                throw new IllegalStateException("a sink that fails");
            });
            long version = make(store);
            assertThat(present.poll(90, TimeUnit.SECONDS)).isTrue();
            store.apply(List.of(Group.of(Change.delete(KEY, version))));
            assertThat(present.poll(90, TimeUnit.SECONDS)).isFalse();
        }
    }

    @Test
    void watch_afterClose_isTheCallersMistake() {
        LockStore store = open("memory:");
        store.close();
        assertThatIllegalStateException().isThrownBy(() -> store.watch(Kind.SLOT, "", sighting -> {}));
    }

    private LockStore open(String address) {
        return new MemoryStoreProvider().open(address, time);
    }

    private static long make(LockStore store) {
        Result result = store.apply(List.of(
                        Group.of(Change.put(KEY, Change.ABSENT, new Slot("resource", new HoldId(1, 2))))))
                .get(0);
        return ((Result.Applied) result).version();
    }
}

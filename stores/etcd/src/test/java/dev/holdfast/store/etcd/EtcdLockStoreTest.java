package dev.holdfast.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.ByteString;
import dev.holdfast.Lease;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EtcdLockStoreTest {
    private final String address = TestEtcd.address();

    private static List<Group> acquires(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> Stores.acquire("resource-" + i, Lease.NONE))
                .toList();
    }

    private static List<Long> versions(List<Result> results) {
        return results.stream()
                .map(result -> ((Result.Applied) result).version())
                .distinct()
                .toList();
    }

    @Test
    @DisplayName("An acquire is one commit with its event, and so is a release")
    void acquireAndRelease_areOneRevisionEach() {
        try (LockManager locks = LockManager.open(address);
                LockStore other = Stores.open(address)) {
            long before =
                    Stores.applied(other, Group.of(Stores.draft("before", ""))).version();
            LockHandle handle = locks.acquire("a");
            assertThat(handle.fence()).isEqualTo(before + 1);
            handle.close();
            long after =
                    Stores.applied(other, Group.of(Stores.draft("after", ""))).version();
            assertThat(after).isEqualTo(before + 3);
            assertThat(locks.admin().history(HistoryQuery.NEWEST)).hasSize(2);
        }
    }

    @Test
    void batch_ofAHundredGroups_isOneRevision() {
        try (LockStore store = Stores.open(address)) {
            assertThat(versions(store.apply(acquires(0, 100)))).hasSize(1);
        }
    }

    @Test
    @DisplayName("More groups than one transaction of etcd can hold, each with its event")
    void batch_ofFiveHundredGroups_isSplit() {
        try (LockStore store = Stores.open(address)) {
            List<Result> results = store.apply(acquires(0, 500));
            assertThat(results).hasSize(500).hasOnlyElementsOfType(Result.Applied.class);
            assertThat(versions(results)).hasSize(4).isSorted();
            assertThat(store.query(Query.all(Kind.LOCK)).entries()).hasSize(500);
            assertThat(store.history(new HistoryQuery("", null, 1_000))).hasSize(500);
            List<Key> keys = IntStream.range(0, 500)
                    .mapToObj(i -> Key.lock("resource-" + i))
                    .toList();
            assertThat(store.read(keys).entries()).hasSize(500);
        }
    }

    @Test
    void batch_largerThanARequestMayBe_isSplit() {
        Random random = new Random(1);
        List<Group> batch = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(400_000, 32, 0x2000).forEach(c -> text.append((char) c));
            batch.add(Group.of(Stores.draft("draft-" + i, text.toString())));
        }
        try (LockStore store = Stores.open(address)) {
            assertThat(versions(store.apply(batch))).hasSizeGreaterThan(1);
            assertThat(store.query(Query.all(Kind.DRAFT)).entries()).hasSize(4);
        }
    }

    @Test
    void group_largerThanATransaction_isRefusedAsAWhole() {
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < 128; i++) {
            changes.add(Stores.draft("draft-" + i, ""));
        }
        try (LockStore store = Stores.open(address)) {
            Group most = new Group(changes.subList(0, 127), List.of());
            assertThat(store.apply(List.of(most))).hasOnlyElementsOfType(Result.Applied.class);
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> store.apply(List.of(Stores.acquire("a", Lease.NONE), new Group(changes, List.of()))))
                    .withMessage(
                            "etcd makes at most 126 changes in one step, and this needs 128: name fewer resources in one"
                                    + " request.");
            assertThat(store.read(List.of(Key.lock("a"))).entries()).isEmpty();
        }
    }

    @Test
    void history_ofManyEvents_isBounded() {
        EtcdAddress parsed = EtcdAddress.parse(address);
        EtcdKeys keys = new EtcdKeys(parsed.prefix());
        try (LockStore store = Stores.open(address);
                EtcdClient client = new EtcdClient(parsed)) {
            int made = 0;
            while (made < History.MAX_EVENTS + 1_000) {
                store.apply(acquires(made, 500));
                made += 500;
            }
            EtcdHistory history = new EtcdHistory(client, keys);
            for (int i = 0; i < 1_000; i++) {
                history.nextKey(Instant.EPOCH, 1);
            }
            history.trim();
            HistoryQuery all = new HistoryQuery("", null, 2 * History.MAX_EVENTS);
            // The store trims by itself too: if both do so at the same time, twice as much goes.
            assertThat(store.history(all)).hasSizeBetween(History.MAX_EVENTS - 1_000, History.MAX_EVENTS);
            assertThat(store.history(HistoryQuery.NEWEST).get(0).event().resource())
                    .isEqualTo("resource-" + (made - 1));
        }
    }

    @Test
    void history_whenStampsGoBack_keepsItsOrder() {
        EtcdAddress parsed = EtcdAddress.parse(address);
        try (EtcdClient client = new EtcdClient(parsed)) {
            EtcdHistory history = new EtcdHistory(client, new EtcdKeys(parsed.prefix()));
            ByteString first = history.nextKey(Instant.EPOCH.plusSeconds(2), 1);
            ByteString second = history.nextKey(Instant.EPOCH.plusSeconds(1), 1);
            assertThat(ByteString.unsignedLexicographicalComparator().compare(first, second))
                    .isNegative();
        }
    }

    @Test
    void close_endsTheThreads() {
        for (int i = 0; i < 3; i++) {
            Stores.open(address).close();
        }
        org.awaitility.Awaitility.await()
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("holdfast-etcd")));
    }
}

package dev.holdfast.store.zookeeper;

import static dev.holdfast.store.zookeeper.Records.acquire;
import static dev.holdfast.store.zookeeper.Records.applied;
import static dev.holdfast.store.zookeeper.Records.draft;
import static dev.holdfast.store.zookeeper.Records.draftKey;
import static dev.holdfast.store.zookeeper.Records.lock;
import static dev.holdfast.store.zookeeper.Records.ownerOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is special about ZooKeeper: counts that begin anew, steps that are all or nothing, requests that may be too large. */
class ZooKeeperLockStoreTest {
    private static final Key A = Key.lock("a");

    private final Settings settings = Settings.of(Servers.fresh());
    private final ZooKeeperLockStore store = ZooKeeperLockStore.open(settings);
    private final ZooKeeperLockStore other = ZooKeeperLockStore.open(settings);

    @AfterEach
    void close() {
        store.close();
        other.close();
    }

    @Test
    @Tag("safety")
    void staleChange_ofARecordMadeAgainWithTheSameCount_failsAtTheServer() throws Exception {
        String path = new Paths(settings.base()).of(A);
        try (Bare bare = Bare.shared()) {
            long first = applied(store, acquire("a", "ann")).version();
            int count = bare.stat(path).getVersion();
            applied(other, Change.delete(A, first));
            applied(other, acquire("a", "bob"));
            // All that ZooKeeper would compare by itself is as before; the one who is late knows nothing of it.
            assertThat(bare.stat(path).getVersion()).isEqualTo(count);
            for (Change late :
                    List.of(Change.put(A, first, lock("ann")), Change.delete(A, first), Change.check(A, first))) {
                assertThat(store.apply(List.of(Group.of(late))).get(0))
                        .as(late.toString())
                        .isInstanceOf(Result.Conflict.class);
            }
            assertThat(ownerOf(store, "a")).isEqualTo("bob");
            assertThat(bare.stat(path).getVersion()).isEqualTo(count);
        }
    }

    @Test
    @Tag("safety")
    void ownersEnd_isNoticedAlsoByThoseWhoKnewItToBeAbsent() throws Exception {
        Key ann = new Key(Kind.OWNER_ENDED, "ann");
        Paths paths = new Paths(settings.base());
        // The next in the same bucket, whose check fails for no fault of its own.
        Key neighbour = IntStream.range(0, 1000)
                .mapToObj(i -> new Key(Kind.OWNER_ENDED, "owner-" + i))
                .filter(key -> paths.bucket(key).equals(paths.bucket(ann)))
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < 2; i++) {
            applied(store, checked("a" + i, ann));
            applied(store, checked("b" + i, neighbour));
        }
        try (Bare bare = Bare.shared()) {
            int before = bare.stat(paths.bucket(ann)).getCversion();
            applied(store, checked("a2", ann));
            applied(store, checked("b2", neighbour));
            assertThat(bare.stat(paths.bucket(ann)).getCversion())
                    .as("nothing is made any more to see that nothing is there")
                    .isEqualTo(before);
        }
        long ended = applied(other, Change.put(ann, Change.ABSENT, new OwnerEnded("ann", Stamp.TIME)))
                .version();
        assertThat(store.apply(List.of(checked("a3", ann))).get(0)).isInstanceOf(Result.Conflict.class);
        applied(store, checked("b3", neighbour));
        assertThat(store.apply(List.of(checked("a3", ann), checked("b4", neighbour))))
                .hasExactlyElementsOfTypes(Result.Conflict.class, Result.Applied.class);
        applied(other, Change.delete(ann, ended));
        applied(store, checked("a3", ann));
    }

    private static Group checked(String resource, Key absent) {
        return Group.of(
                Change.put(Key.lock(resource), Change.ABSENT, lock("ann")), Change.check(absent, Change.ABSENT));
    }

    @Test
    void batch_thatApplies_isOneTransaction() throws Exception {
        List<Group> batch = IntStream.range(0, 100)
                .mapToObj(i -> acquire("resource-" + i, "ann"))
                .toList();
        List<Result> results = store.apply(batch);
        assertThat(results).hasSize(100).containsOnly(results.get(0));
        assertThat(results.get(0)).isInstanceOf(Result.Applied.class);
    }

    @Test
    @Tag("safety")
    void batch_withOneStaleGroup_appliesAllOthers() {
        applied(other, acquire("resource-50", "bob"));
        List<Group> batch = IntStream.range(0, 100)
                .mapToObj(i -> acquire("resource-" + i, "ann"))
                .toList();
        List<Result> results = store.apply(batch);
        for (int i = 0; i < 100; i++) {
            assertThat(results.get(i)).isInstanceOf(i == 50 ? Result.Conflict.class : Result.Applied.class);
            assertThat(ownerOf(other, "resource-" + i)).isEqualTo(i == 50 ? "bob" : "ann");
        }
    }

    @Test
    void batch_tooLargeForOneRequest_goesInSeveral() {
        List<Group> batch = IntStream.range(0, 30)
                .mapToObj(i -> Group.of(Change.put(draftKey("d" + i), Change.ABSENT, draft("x".repeat(100_000)))))
                .toList();
        assertThat(store.apply(batch)).hasSize(30).allMatch(Result.Applied.class::isInstance);
        List<Key> keys = IntStream.range(0, 30).mapToObj(i -> draftKey("d" + i)).toList();
        assertThat(other.read(keys).entries()).hasSize(30);
        assertThat(other.query(Query.all(Kind.DRAFT)).entries()).hasSize(30);
    }

    @Test
    void record_tooLargeForZooKeeper_isRefusedAndNothingIsChanged() {
        Group tooLong = Group.of(Change.put(draftKey("long"), Change.ABSENT, draft("x".repeat(1_100_000))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.apply(List.of(acquire("a", "ann"), tooLong)))
                .withMessageContaining("at most 1000000");
        assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
        applied(store, Change.put(draftKey("long"), Change.ABSENT, draft("x".repeat(900_000))));
    }

    @Test
    void thousandsOfRecords_areReadAtOneMomentAndListedInOrder() {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<Group> batch = new ArrayList<>();
            for (int j = 0; j < 1000; j++) {
                String name = "a rather long name of a resource, lest all of them fit into one request " + i + "/" + j;
                keys.add(Key.lock(name));
                batch.add(acquire(name, "ann"));
            }
            assertThat(store.apply(batch)).allMatch(Result.Applied.class::isInstance);
        }
        assertThat(other.read(keys).entries()).hasSize(4000);
        Page page = other.query(Query.all(Kind.LOCK).limit(3500));
        assertThat(page.more()).isTrue();
        Collections.sort(keys);
        assertThat(page.entries()).extracting(entry -> entry.key()).isEqualTo(keys.subList(0, 3500));
        assertThat(other.query(Query.all(Kind.LOCK)
                                .owner("ann")
                                .after(keys.get(3900).name()))
                        .entries())
                .hasSize(99);
    }

    @Test
    void history_fullVolumes_areRemovedAndTheLastTenThousandKept() throws Exception {
        long version = Change.ABSENT;
        int batches = 10 * PastEvents.FULL / 500; // two who write fill a volume with twice as many
        for (int i = 0; i < batches; i++) {
            int first = i * 500;
            List<LockEvent> events = IntStream.range(first, first + 500)
                    .mapToObj(one -> Records.event("r" + one))
                    .toList();
            // Two at a time: one of them finds the volume closed by the other, and goes on in the next.
            version = applied(
                            i % 2 == 0 ? store : other, new Group(List.of(Change.put(A, version, lock("ann"))), events))
                    .version();
        }
        int last = batches * 500;
        assertThat(other.history(new HistoryQuery("", null, 10_000)))
                .extracting(past -> past.event().resource())
                .isEqualTo(IntStream.range(0, 10_000)
                        .mapToObj(i -> "r" + (last - 1 - i))
                        .toList());
        String history = new Paths(settings.base()).history();
        try (Bare bare = Bare.shared()) {
            Awaitility.await("old volumes removed")
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> bare.children(history).size() <= 4);
            assertThat(bare.children(history)).doesNotContain("0000000001");
        }
    }
}

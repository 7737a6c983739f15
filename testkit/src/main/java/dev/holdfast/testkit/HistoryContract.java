package dev.holdfast.testkit;

import static dev.holdfast.testkit.Samples.A;
import static dev.holdfast.testkit.Samples.event;
import static dev.holdfast.testkit.Samples.lock;
import static dev.holdfast.testkit.Steps.applied;
import static dev.holdfast.testkit.Steps.apply;
import static dev.holdfast.testkit.Steps.conflict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The events of what was applied are kept, newest first. */
@SuppressWarnings("resource") // the suite closes what it connects
interface HistoryContract extends ContractPart {

    @Test
    default void history_ofGroups_isNewestFirst() {
        LockStore store = connect();
        List<String> told = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String name = "resource-" + i;
            applied(apply(
                    store,
                    new Group(
                            List.of(Change.put(Key.lock(name), Change.ABSENT, lock("ann"))),
                            List.of(event(name, "ann"), event(name + "b", "bob")))));
            told.add(0, name);
            told.add(0, name + "b");
        }
        store.close();
        LockStore again = connect();
        assertThat(resources(again, HistoryQuery.NEWEST)).isEqualTo(told);
        assertThat(resources(again, new HistoryQuery("", null, 3))).isEqualTo(told.subList(0, 3));
        assertThat(resources(again, new HistoryQuery("resource-3", null, 100)))
                .containsExactly("resource-3b", "resource-3");
        assertThat(resources(again, new HistoryQuery("", "bob", 2))).containsExactly("resource-4b", "resource-3b");
        assertThat(resources(again, new HistoryQuery("resource-3", "ann", 100))).containsExactly("resource-3");
        assertThat(resources(again, new HistoryQuery("resource%", null, 100))).isEmpty();
    }

    @Test
    default void history_ofAnEvent_hasTheVersionAndTimeOfItsChange() {
        LockStore store = connect();
        LockEvent written = new Bodies(random()).event();
        Result.Applied done = applied(apply(
                store,
                new Group(List.of(Change.put(A, Change.ABSENT, lock("ann"))), List.of(event("a", "ann"), written))));
        List<HistoryEntry> history = connect().history(HistoryQuery.NEWEST);
        assertThat(history).hasSize(2).allSatisfy(past -> {
            assertThat(past.version()).isEqualTo(done.version());
            assertThat(past.at()).isEqualTo(done.stamp());
        });
        assertThat(history.get(0).event()).isEqualTo(written.stamped(done.version(), done.stamp()));
        assertThat(history.get(1).event().hold().fence()).isEqualTo(done.version());
        assertThat(history.get(1).event().hold().since()).isEqualTo(done.stamp());
    }

    @Test
    @Tag("safety")
    default void history_ofRefusedGroup_isEmpty() {
        LockStore store = connect();
        applied(store, Change.put(A, Change.ABSENT, lock("ann")));
        conflict(apply(
                store, new Group(List.of(Change.put(A, Change.ABSENT, lock("bob"))), List.of(event("a", "bob")))));
        assertThat(store.history(HistoryQuery.NEWEST)).isEmpty();
    }

    @Test
    default void history_ofTheLargestEvents_hasFewBytesForEach() {
        LockStore store = connect();
        long version = Change.ABSENT;
        for (int i = 0; i < 5; i++) {
            List<LockEvent> events = Collections.nCopies(10, Samples.largestEvent());
            version = applied(apply(store, new Group(List.of(Change.put(A, version, lock("ann"))), events)))
                    .version();
        }
        List<HistoryEntry> kept = connect().history(new HistoryQuery("", null, 1000));
        assertThat(kept)
                .hasSize(50)
                .allSatisfy(past -> assertThat(Codec.encode(past.event()).getBytes(StandardCharsets.UTF_8).length)
                        .isBetween(History.LARGEST / 2, History.LARGEST));
    }

    @Test
    default void history_ofManyEvents_keepsTheLastThousand() {
        LockStore store = connect();
        long version = Change.ABSENT;
        for (int i = 0; i < 11; i++) {
            int hundred = i * 100;
            List<LockEvent> events = IntStream.range(0, 100)
                    .mapToObj(one -> event("r" + (hundred + one), "ann"))
                    .toList();
            version = applied(apply(store, new Group(List.of(Change.put(A, version, lock("ann"))), events)))
                    .version();
        }
        assertThat(resources(connect(), new HistoryQuery("", null, 1000)))
                .isEqualTo(
                        IntStream.range(0, 1000).mapToObj(i -> "r" + (1099 - i)).toList());
    }

    @Test
    @Timeout(600)
    @DisplayName("The history is bounded by its events, however few changes they are of")
    default void history_ofManyEventsInFewChanges_isBounded() {
        LockStore store = connect();
        List<LockEvent> hundred = Collections.nCopies(100, event("a", "ann"));
        long version = putAgain(store, Change.ABSENT, 3 * History.MAX_EVENTS / hundred.size(), hundred);
        HistoryQuery all = new HistoryQuery("", null, 10 * History.MAX_EVENTS);
        int kept = store.history(all).size();
        // Stores forget now and then, some of them in the background, some only what is seconds old.
        while (kept > 2 * History.MAX_EVENTS) {
            version = putAgain(store, version, 20, List.of(event("a", "ann")));
            kept = store.history(all).size();
        }
        assertThat(kept).isGreaterThan(1_000);
    }

    /** Writes one record a number of times, each time with these events, and returns its last version. */
    private long putAgain(LockStore store, long version, int times, List<LockEvent> events) {
        long last = version;
        for (int i = 0; i < times; i++) {
            last = applied(apply(store, new Group(List.of(Change.put(A, last, lock("ann"))), events)))
                    .version();
        }
        return last;
    }

    private static List<String> resources(LockStore store, HistoryQuery query) {
        return store.history(query).stream()
                .map(past -> past.event().resource())
                .toList();
    }
}

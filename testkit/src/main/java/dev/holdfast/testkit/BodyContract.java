package dev.holdfast.testkit;

import static dev.holdfast.testkit.Steps.applied;
import static dev.holdfast.testkit.Steps.apply;
import static dev.holdfast.testkit.Steps.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Written bodies are read unchanged, with the version and time of the write in place of placeholders. */
@SuppressWarnings("resource") // the suite closes what it connects
interface BodyContract extends ContractPart {

    @ParameterizedTest
    @EnumSource
    @Tag("safety")
    default void body_ofEachKind_isReadAsItWasWritten(Kind kind) {
        Bodies bodies = new Bodies(random());
        LockStore store = connect();
        Map<Key, Entry> written = new HashMap<>();
        for (int i = 0; i < 60; i++) {
            Key key = new Key(kind, "record-" + i);
            Body body = bodies.body(kind);
            Result.Applied done = applied(store, Change.put(key, Change.ABSENT, body));
            written.put(key, Entry.written(key, done.version(), done.stamp(), body));
            assertThat(entry(store, key)).isEqualTo(written.get(key));
        }
        store.close();
        LockStore again = connect();
        assertThat(again.read(written.keySet()).entries()).isEqualTo(written);
        assertThat(again.query(Query.all(kind)).entries()).containsExactlyInAnyOrderElementsOf(written.values());
        assertThat(again.query(Query.all(other(kind))).entries()).isEmpty();
    }

    @Test
    default void theLargestRecords_inOneStep_areKept() {
        LockStore store = connect();
        Key lock = Key.lock("n".repeat(ResourceName.MAX_BYTES));
        Key draft = Key.draft(lock.name(), "ann");
        LockState full = Samples.largestLock();
        assertThat(Codec.encode(full).getBytes(StandardCharsets.UTF_8).length)
                .isBetween(Bounds.RECORD / 2, Bounds.RECORD);
        Group group = new Group(
                List.of(
                        Change.put(lock, Change.ABSENT, full),
                        Change.put(draft, Change.ABSENT, Samples.largestDraft(lock.name()))),
                List.of(Samples.largestEvent()));
        Result.Applied done = applied(apply(store, group));
        assertThat(entry(connect(), lock)).isEqualTo(Entry.written(lock, done.version(), done.stamp(), full));
        assertThat(entry(connect(), draft)).isNotNull();
    }

    private static Kind other(Kind kind) {
        return kind == Kind.LOCK ? Kind.DRAFT : Kind.LOCK;
    }
}

package dev.holdfast.store.sql.mariadb;

import static dev.holdfast.store.sql.Records.acquire;
import static dev.holdfast.store.sql.Records.draft;
import static dev.holdfast.store.sql.Records.held;
import static dev.holdfast.store.sql.Records.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Owner;
import dev.holdfast.engines.MariaServer;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches that only make and delete records, which take a way of their own. */
class MariaFastBatchTest {
    private static final Key CHECKED = new Key(Kind.DRAFT, "ann");

    private static final MariaServer SERVER = MariaServer.shared();

    @BeforeEach
    void empty() {
        Servers.empty(SERVER);
    }

    private static LockStore open() {
        return new MariaProvider().open(SERVER.address(), InstantSource.system());
    }

    private static Group delete(String resource, long version) {
        return Group.of(Change.delete(Key.lock(resource), version));
    }

    @Test
    void batch_ofOddNamesAndTexts_keepsThem() {
        List<String> odd =
                List.of("o'neil\\", "\"x' OR 1=1 -- ", "x'00'", "\ud83d\udd12 \ud83d", "%_;", "@holdfast_now");
        List<Group> batch = odd.stream().map(text -> acquire(text, text)).toList();
        assertThat(MariaFastBatch.of(batch)).isNotNull();
        try (LockStore store = open()) {
            assertThat(store.apply(batch)).allMatch(Result.Applied.class::isInstance);

            for (String text : odd) {
                Entry entry = store.read(List.of(Key.lock(text))).get(Key.lock(text));
                assertThat(entry).isNotNull();
                assertThat(entry.body().owners()).isEqualTo(held(Owner.of(text)).owners());
            }
        }
    }

    @Test
    void batch_withOneInConflict_appliesTheOthers() {
        try (LockStore store = open()) {
            List<Result> made = store.apply(List.of(acquire("a", "ann"), acquire("b", "ann"), acquire("c", "ann")));
            long version = ((Result.Applied) made.get(0)).version();

            List<Group> batch =
                    List.of(delete("a", version), delete("b", version - 1), acquire("c", "bob"), acquire("d", "bob"));
            assertThat(MariaFastBatch.of(batch)).isNotNull();
            List<Result> results = store.apply(batch);

            assertThat(results.get(0)).isInstanceOf(Result.Applied.class);
            assertThat(((Result.Conflict) results.get(1)).current().version(Key.lock("b")))
                    .isEqualTo(version);
            assertThat(((Result.Conflict) results.get(2)).current().version(Key.lock("c")))
                    .isEqualTo(version);
            assertThat(((Result.Applied) results.get(3)).version()).isGreaterThan(version);
            assertThat(version(store, Key.lock("a"))).isEqualTo(Change.ABSENT);
        }
    }

    @Test
    void batch_thatChecksWhatIsThere_isInConflict() {
        try (LockStore store = open()) {
            store.apply(List.of(Group.of(Change.put(CHECKED, Change.ABSENT, draft(1, "")))));
            Change check = Change.check(CHECKED, Change.ABSENT);
            List<Group> batch = List.of(
                    Group.of(Change.put(Key.lock("a"), Change.ABSENT, held(Owner.of("ann"))), check),
                    acquire("b", "bob"));
            assertThat(MariaFastBatch.of(batch)).isNotNull();

            List<Result> results = store.apply(batch);

            assertThat(results.get(0)).isInstanceOf(Result.Conflict.class);
            assertThat(results.get(1)).isInstanceOf(Result.Applied.class);
            assertThat(version(store, Key.lock("a"))).isEqualTo(Change.ABSENT);
        }
    }

    @Test
    void batch_withOneThatSomebodyElseChanges_isBusyForThatOneAlone() throws SQLException {
        try (LockStore store = open();
                Connection other = SERVER.connect();
                Statement statement = other.createStatement()) {
            List<Result> made = store.apply(List.of(acquire("a", "ann"), acquire("b", "ann")));
            long version = ((Result.Applied) made.get(0)).version();
            other.setAutoCommit(false);
            // Else it may keep all rows that it looked at on its way to this one.
            other.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            statement.execute("SELECT * FROM holdfast_record WHERE kind = 'LOCK' AND name = 'a' FOR UPDATE");
            statement.execute("SELECT * FROM holdfast_guard WHERE id = "
                    + MariaKey.of(Key.lock("c")).guard() + " FOR UPDATE");

            List<Result> results = store.apply(
                    List.of(delete("a", version), delete("b", version), acquire("c", "bob"), acquire("d", "bob")));

            assertThat(results.get(0)).isInstanceOf(Result.Busy.class);
            assertThat(results.get(1)).isInstanceOf(Result.Applied.class);
            assertThat(results.get(2)).isInstanceOf(Result.Busy.class);
            assertThat(results.get(3)).isInstanceOf(Result.Applied.class);
        }
    }

    @Test
    void apply_whileSomebodyElseLocksTheListOfChanges_isBusy() throws SQLException {
        try (LockStore store = open();
                Connection other = SERVER.connect();
                Statement statement = other.createStatement()) {
            List<Result> made = store.apply(List.of(acquire("a", "ann"), acquire("b", "ann")));
            long version = ((Result.Applied) made.get(0)).version();
            other.setAutoCommit(false);
            other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            statement.execute("SELECT * FROM holdfast_change FOR UPDATE");

            List<Group> groups = List.of(
                    acquire("c", "bob"),
                    delete("a", version),
                    Group.of(Change.put(Key.lock("b"), version, held(Owner.of("bob")))));
            for (Group group : groups) {
                assertThat(store.apply(List.of(group)).get(0)).isInstanceOf(Result.Busy.class);
            }
            assertThat(store.apply(List.of(acquire("c", "bob"), delete("a", version))))
                    .allMatch(Result.Busy.class::isInstance);

            other.rollback();
            assertThat(store.apply(groups)).allMatch(Result.Applied.class::isInstance);
        }
    }
}

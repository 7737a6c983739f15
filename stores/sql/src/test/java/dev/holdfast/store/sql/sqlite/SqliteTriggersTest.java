package dev.holdfast.store.sql.sqlite;

import static dev.holdfast.store.sql.Records.applied;
import static dev.holdfast.store.sql.sqlite.App.ask;
import static dev.holdfast.store.sql.sqlite.App.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.Owner;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.Records;
import dev.holdfast.store.sql.SqlLockStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Triggers of the application on the table {@code record}: they write its own tables in the transaction of the change. */
class SqliteTriggersTest {
    private static final Key KEY = Key.lock("a");
    private static final Owner ANN = Owner.of("ann").user("u1");
    private static final Owner BEN = Owner.of("ben").user("u2");

    @TempDir
    private Path folder;

    private Path file;
    private LockStore store;

    @BeforeEach
    void open() throws SQLException {
        file = folder.resolve("app.db");
        store = SqliteLockStore.open(file, InstantSource.system());
        applied(store, Records.acquire("before", "ann")); // its statements are prepared without the triggers
        applied(store, Change.delete(Key.lock("before"), Records.version(store, Key.lock("before"))));
        sql(
                file,
                "CREATE TABLE done (what TEXT, name TEXT, version INTEGER)",
                // Each changes more rows than the change that fires it, and others than inserts, updates and deletes
                // alone.
                """
                CREATE TRIGGER app_inserted AFTER INSERT ON record BEGIN
                  INSERT INTO done VALUES ('made', CAST(NEW.name AS TEXT), NEW.version), ('', '', 0), ('', '', 0);
                  DELETE FROM done WHERE what = '';
                END""",
                """
                CREATE TRIGGER app_updated AFTER UPDATE ON record BEGIN
                  INSERT INTO done VALUES ('written', CAST(NEW.name AS TEXT), NEW.version);
                  UPDATE done SET what = what || '.';
                END""",
                """
                CREATE TRIGGER app_deleted AFTER DELETE ON record BEGIN
                  INSERT INTO done VALUES ('deleted', CAST(OLD.name AS TEXT), OLD.version);
                  DELETE FROM done WHERE what = 'nothing';
                END""");
    }

    @AfterEach
    void close() {
        store.close();
    }

    private String done() throws SQLException {
        return ask(file, "SELECT group_concat(what || ' ' || name || ' ' || version, ', ') FROM done");
    }

    @Test
    @Tag("safety")
    @DisplayName("Triggers fire once for each record that changes, and do not make up or hide a conflict")
    void triggers_fireOnceForEachChange() throws SQLException {
        assertFired(store);
    }

    @Test
    @Tag("safety")
    @DisplayName("They do the same in a transaction that is joined")
    void triggers_inAJoinedTransaction_fireOnceForEachChange() throws SQLException {
        try (Connection connection = App.connect(file)) {
            connection.setAutoCommit(false);
            try (LockStore joined = SqlLockStores.joiningSqlite(connection)) {
                applied(joined, Records.acquire("undone", "ann"));
                connection.rollback();
                assertThat(done()).isNull();
                // What the application does in between does not count either.
                sql(connection, "INSERT INTO done VALUES ('', '', 0), ('', '', 0)", "DELETE FROM done WHERE what = ''");
                assertFired(joined, connection);
            }
        }
    }

    private void assertFired(LockStore used) throws SQLException {
        assertFired(used, null);
    }

    private void assertFired(LockStore used, Connection open) throws SQLException {
        long first = applied(used, Change.put(KEY, Change.ABSENT, Records.held(ANN, BEN)))
                .version();
        assertConflict(used, Change.put(KEY, Change.ABSENT, Records.held(BEN)), first);
        long second =
                applied(used, Change.put(KEY, first, Records.held(BEN, ANN))).version();
        assertConflict(used, Change.put(KEY, first, Records.held(BEN)), second);
        assertConflict(used, Change.delete(KEY, first), second);
        assertThat(used.query(Query.all(Kind.LOCK).owner("ann")).entries()).hasSize(1);
        assertThat(used.query(Query.all(Kind.LOCK).user("u2")).entries()).hasSize(1);
        long third = applied(used, Change.put(KEY, second, Records.held(ANN))).version();
        applied(used, Change.delete(KEY, third));
        assertConflict(used, Change.delete(KEY, third), Change.ABSENT);
        if (open != null) {
            open.commit();
        }
        assertThat(done())
                .isEqualTo("made.. a " + first + ", written.. a " + second + ", written. a " + third + ", deleted a "
                        + third);
        assertThat(ask(file, "SELECT count(*) FROM party")).isEqualTo("0");
    }

    private static void assertConflict(LockStore used, Change change, long current) {
        Result result = used.apply(List.of(Group.of(change))).get(0);
        assertThat(result)
                .isInstanceOfSatisfying(
                        Result.Conflict.class,
                        conflict -> assertThat(conflict.current().version(KEY)).isEqualTo(current));
    }

    @Test
    @DisplayName("A trigger that refuses fails the batch, with its own words, and leaves nothing of it")
    void refusing_failsTheBatch() throws SQLException {
        sql(
                file,
                "CREATE TRIGGER app_picky AFTER INSERT ON record WHEN CAST(NEW.name AS TEXT) = 'b'"
                        + " BEGIN SELECT RAISE(ABORT, 'nobody posts at night'); END");
        assertThatThrownBy(() -> store.apply(List.of(Records.acquire("a", "ann"), Records.acquire("b", "ann"))))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("A trigger or a constraint in " + file)
                .hasMessageContaining("nobody posts at night");
        assertThat(done()).isNull();
        assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
        applied(store, Records.acquire("a", "ann"));
    }

    @Test
    @Tag("safety")
    @DisplayName("A trigger that changes another record of the same group fails the batch: no group is applied in part")
    void meddling_failsTheBatch() throws SQLException {
        applied(store, Records.acquire("b", "ann"));
        long version = Records.version(store, Key.lock("b"));
        String before = done();
        int events = store.history(HistoryQuery.NEWEST).size();
        sql(
                file,
                "CREATE TRIGGER app_meddling AFTER INSERT ON record BEGIN"
                        + " DELETE FROM record WHERE CAST(name AS TEXT) = 'b'; END");
        Group both = Group.of(
                Change.put(KEY, Change.ABSENT, Records.held(ANN)),
                Change.put(Key.lock("b"), version, Records.held(BEN)));
        assertThatThrownBy(() -> store.apply(List.of(both)))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("A trigger in " + file + " changed the LOCK record 'b'");
        assertThat(done()).isEqualTo(before);
        assertThat(Records.version(store, KEY)).isEqualTo(Change.ABSENT);
        assertThat(Records.version(store, Key.lock("b"))).isEqualTo(version);
        assertThat(store.history(HistoryQuery.NEWEST)).hasSize(events);
    }
}

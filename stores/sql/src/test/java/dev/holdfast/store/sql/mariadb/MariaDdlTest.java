package dev.holdfast.store.sql.mariadb;

import static dev.holdfast.store.sql.Records.acquire;
import static dev.holdfast.store.sql.Records.applied;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.Owner;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.engines.MariaServer;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.Records;
import dev.holdfast.store.sql.ServerDdlContract;
import dev.holdfast.store.sql.shared.Migrations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MariaDdlTest extends ServerDdlContract {
    private static final Path DDL = Path.of("../../docs/sql/mariadb.sql");

    private static final MariaServer SERVER = MariaServer.shared();

    MariaDdlTest() {
        super(SERVER, DDL, MariaLayout.class);
    }

    @Override
    protected String address() {
        return SERVER.address();
    }

    @Override
    protected String appLock() {
        return "app_lock";
    }

    @Override
    protected String indexes() {
        return "SELECT DISTINCT index_name FROM information_schema.statistics WHERE table_schema = 'locks'"
                + " AND table_name = 'holdfast_record'";
    }

    @Override
    protected String nextLayout() {
        return """
                ALTER TABLE holdfast_record ADD COLUMN IF NOT EXISTS remark VARCHAR(40) NOT NULL DEFAULT ''
                //
                CREATE INDEX IF NOT EXISTS idx_app_lock_remark ON holdfast_record (remark)
                //
                INSERT IGNORE INTO holdfast_layout (number) VALUES (2)
                //
                """;
    }

    @Override
    protected Migrations.Target target(Connection connection, Migrations migrations) {
        return new MariaLayout(connection, migrations);
    }

    @Override
    protected void afterUpgrade() {
        SERVER.execute("ALTER TABLE holdfast_record DROP INDEX idx_app_lock_remark, DROP COLUMN remark");
        SERVER.execute("DELETE FROM holdfast_layout WHERE number = 2");
    }

    @Override
    protected void assertTimes(Duration lease) throws SQLException {
        assertThat(
                        rows(
                                "SELECT TIMESTAMPDIFF(SECOND, acquired_at, NOW(6)) BETWEEN 0 AND 100,"
                                        + " TIMESTAMPDIFF(MICROSECOND, acquired_at, expires_at) FROM app_lock WHERE owner_id = 'session-1'"))
                .containsExactly("1|" + lease.toNanos() / 1000);
    }

    @BeforeEach
    void empty() {
        Servers.empty(SERVER);
    }

    @Test
    @DisplayName("P3: a user with the printed rights alone can do everything, and no more")
    void user_withThePrintedRights_suffices() throws Exception {
        String address = SERVER.address().replace("/locks", "/rights");
        SERVER.execute("CREATE DATABASE rights");
        new MariaProvider().open(address, InstantSource.system()).close();
        SERVER.execute("CREATE USER app@localhost IDENTIFIED BY 'app-word'");
        SERVER.execute("CREATE USER reports@localhost IDENTIFIED BY 'report-word'");
        for (String line : Files.readAllLines(DDL)) {
            if (line.startsWith("-- GRANT")) {
                SERVER.execute(line.substring(3)
                        .replace(" locks.", " rights.")
                        .replace("app;", "app@localhost")
                        .replace("reports;", "reports@localhost"));
            }
        }
        String app = address.replace(SERVER.user() + ":" + SERVER.password(), "app:app-word");
        for (String migrate : List.of("?migrate=off", "")) {
            try (LockStore store = new MariaProvider().open(app + migrate, InstantSource.system())) {
                long version = applied(store, acquire("a", "ann")).version();
                assertThat(store.apply(List.of(
                                Group.of(
                                        Change.put(Key.lock("a"), version, Records.held(Owner.of("b"), Owner.of("c")))),
                                acquire("b", "ann"))))
                        .allMatch(Result.Applied.class::isInstance);
                assertThat(store.query(Query.all(Kind.LOCK).owner("c")).entries())
                        .hasSize(1);
                assertThat(store.history(HistoryQuery.NEWEST)).isNotEmpty();
                for (String name : List.of("a", "b")) {
                    applied(store, Change.delete(Key.lock(name), Records.version(store, Key.lock(name))));
                }
                applied(store, acquire("left" + migrate, "ann"));
            }
        }
        String url = SERVER.jdbcUrl().replace("/locks", "/rights");
        try (Connection connection = DriverManager.getConnection(url, "app", "app-word");
                Statement statement = connection.createStatement()) {
            MariaHistory.shorten(connection);
            assertThatThrownBy(() -> statement.execute("DROP TABLE holdfast_record"))
                    .hasMessageContaining("denied");
        }
        try (Connection connection = DriverManager.getConnection(url, "reports", "report-word");
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeQuery("SELECT * FROM app_lock").next()).isTrue();
        }
        SERVER.execute("REVOKE INSERT ON rights.holdfast_change FROM app@localhost");
        try (LockStore store = new MariaProvider().open(app, InstantSource.system())) {
            assertThatThrownBy(() -> store.apply(List.of(acquire("c", "ann"))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("denied")
                    .hasMessageContaining("docs/sql/mariadb.sql");
        }
    }

    @Test
    void history_longerThanKept_isShortened() throws Exception {
        try (LockStore store = new MariaProvider().open(SERVER.address(), InstantSource.system())) {
            SERVER.execute("INSERT INTO holdfast_change (stamp, events, told) SELECT 1, a.id % 2, '[{}]'"
                    + " FROM holdfast_guard a WHERE a.id < 25000");
            try (Connection connection = SERVER.connect()) {
                for (int i = 0; i < 5; i++) {
                    MariaHistory.shorten(connection);
                }
            }
            assertThat(rows("SELECT COUNT(*) FROM holdfast_change WHERE events > 0"))
                    .containsExactly("10000");
            assertThat(rows("SELECT COUNT(*) BETWEEN 4999 AND 5001 FROM holdfast_change WHERE events = 0"))
                    .containsExactly("1");
            assertThat(applied(store, acquire("after", "ann")).version()).isPositive();
            applied(store, Change.delete(Key.lock("after"), Records.version(store, Key.lock("after"))));
        }
    }
}

package dev.holdfast.store.sql.h2;

import static dev.holdfast.store.sql.Records.acquire;
import static dev.holdfast.store.sql.Records.applied;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engines.H2Server;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.ServerDdlContract;
import dev.holdfast.store.sql.shared.Migrations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class H2DdlTest extends ServerDdlContract {
    private static final Path DDL = Path.of("../../docs/sql/h2.sql");

    private static final H2Server SERVER = H2Server.shared();

    H2DdlTest() {
        super(SERVER, DDL, H2Layout.class);
    }

    @Override
    protected String address() {
        return SERVER.address();
    }

    @Override
    protected String appLock() {
        return "holdfast.app_lock";
    }

    @Override
    protected String indexes() {
        return "SELECT LOWER(index_name) FROM information_schema.indexes"
                + " WHERE LOWER(table_schema) = 'holdfast' AND LOWER(table_name) = 'record'";
    }

    @Override
    protected String nextLayout() {
        return """
                ALTER TABLE holdfast.record ADD COLUMN IF NOT EXISTS remark VARCHAR(40) DEFAULT '' NOT NULL;
                CREATE INDEX IF NOT EXISTS holdfast.idx_app_lock_remark ON holdfast.record (remark);
                MERGE INTO holdfast.layout (number) KEY (number) VALUES (2);
                """;
    }

    @Override
    protected Migrations.Target target(Connection connection, Migrations migrations) {
        return new H2Layout(connection, migrations);
    }

    @Override
    protected void assertTimes(Duration lease) throws SQLException {
        assertThat(rows("SELECT DATEDIFF(SECOND, acquired_at, CURRENT_TIMESTAMP) BETWEEN 0 AND 100,"
                        + " DATEDIFF(MICROSECOND, acquired_at, expires_at) FROM holdfast.app_lock"
                        + " WHERE owner_id = 'session-1'"))
                .containsExactly("TRUE|" + lease.toNanos() / 1000);
    }

    @BeforeEach
    void empty() {
        SERVER.execute("DROP ALL OBJECTS");
    }

    @Test
    @DisplayName("P3: a user with the printed rights alone can use locks, in tables that the printed DDL made")
    void user_withThePrintedRights_suffices() throws Exception {
        SERVER.execute(Files.readString(DDL));
        SERVER.execute("CREATE USER app PASSWORD 'app-word'");
        for (String line : Files.readAllLines(DDL)) {
            if (line.startsWith("-- GRANT") && line.endsWith("app;")) {
                SERVER.execute(line.substring(3));
            }
        }
        String app = SERVER.address().replace(SERVER.user() + ":" + SERVER.password(), "app:app-word");
        try (LockStore store = new H2Provider().open(app + "?migrate=off", InstantSource.system())) {
            assertThat(applied(store, acquire("a", "ann")).version()).isPositive();
        }
        try (Connection connection = DriverManager.getConnection(SERVER.jdbcUrl(), "app", "app-word")) {
            assertThat(H2History.shorten(connection)).isTrue();
        }
    }

    @Test
    void history_longerThanKept_isShortened() throws Exception {
        try (LockStore store = new H2Provider().open(SERVER.address(), InstantSource.system())) {
            SERVER.execute("INSERT INTO holdfast.change (version, stamp, events, told)"
                    + " SELECT n.i, 1, MOD(n.i, 2), '[{}]' FROM SYSTEM_RANGE(1, 25000) n (i)");
            try (Connection connection = SERVER.connect()) {
                H2History.shorten(connection);
            }
            assertThat(rows("SELECT COUNT(*) FROM holdfast.change WHERE events > 0"))
                    .containsExactly("10000");
            assertThat(rows("SELECT COUNT(*) FROM holdfast.change WHERE events = 0 AND number < 14999"))
                    .containsExactly("0");
            assertThat(applied(store, acquire("after", "ann")).version()).isPositive();
        }
    }
}

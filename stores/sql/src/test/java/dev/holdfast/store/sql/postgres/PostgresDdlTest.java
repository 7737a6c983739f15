package dev.holdfast.store.sql.postgres;

import static dev.holdfast.store.sql.Records.acquire;
import static dev.holdfast.store.sql.Records.applied;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.Subscription;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PostgresDdlTest extends ServerDdlContract {
    private static final Path DDL = Path.of("../../docs/sql/postgresql.sql");

    private static final PostgresServer SERVER = PostgresServer.shared();

    private final String schema = Schemas.fresh();

    PostgresDdlTest() {
        super(SERVER, DDL, PostgresLayout.class);
    }

    @Override
    protected String address() {
        return SERVER.address() + "?schema=" + schema;
    }

    @Override
    protected String appLock() {
        return schema + ".app_lock";
    }

    @Override
    protected String indexes() {
        return "SELECT indexname FROM pg_indexes WHERE schemaname = '" + schema + "' AND tablename = 'record'";
    }

    @Override
    protected String nextLayout() {
        return """
                ALTER TABLE holdfast.record ADD COLUMN remark text NOT NULL DEFAULT '';
                CREATE INDEX idx_app_lock_remark ON holdfast.record (remark);
                INSERT INTO holdfast.layout (number) VALUES (2);
                """;
    }

    @Override
    protected Migrations.Target target(Connection connection, Migrations migrations) {
        return new PostgresLayout(
                connection, new PostgresSchema(schema), PostgresErrors.failures("The database"), migrations);
    }

    @Override
    protected void assertTimes(Duration lease) throws SQLException {
        assertThat(rows("SELECT acquired_at <= clock_timestamp(), expires_at - acquired_at = interval '"
                        + lease.toMinutes() + " min' FROM " + appLock() + " WHERE owner_id = 'session-1'"))
                .containsExactly("t|t");
    }

    @Test
    @DisplayName("P3: a role with the printed rights alone can do everything, and no more")
    void role_withThePrintedRights_suffices() throws Exception {
        String ddl = new PostgresSchema(schema).in(Files.readString(DDL));
        SERVER.execute("CREATE ROLE app LOGIN PASSWORD 'app-word'; CREATE ROLE reports LOGIN PASSWORD 'report-word'");
        SERVER.execute(ddl);
        SERVER.execute(ddl.lines()
                .filter(line -> line.startsWith("-- GRANT"))
                .map(line -> line.substring(3))
                .collect(Collectors.joining("\n")));
        String address =
                SERVER.address().replace("postgres:" + SERVER.password(), "app:app-word") + "?schema=" + schema;
        for (String migrate : List.of("&migrate=off", "")) {
            CompletableFuture<String> seen = new CompletableFuture<>();
            try (LockStore store = new PostgresProvider().open(address + migrate, InstantSource.system());
                    Subscription watching = store.watch(
                                    Kind.LOCK,
                                    "",
                                    sighting -> seen.complete(sighting.key().name()))
                            .orElseThrow()) {
                assertThat(applied(store, acquire("a" + migrate, "ann")).version())
                        .isPositive();
                assertThat(applied(new InCompany(store), acquire("b" + migrate, "ann"))
                                .version())
                        .isPositive();
                assertThat(seen.get(90, TimeUnit.SECONDS)).isNotEmpty();
                assertThat(store.query(Query.all(Kind.LOCK).owner("ann")).entries())
                        .isNotEmpty();
                assertThat(store.history(HistoryQuery.NEWEST)).isNotEmpty();
                assertThat(watching).isNotNull();
            }
        }
        try (Connection app = DriverManager.getConnection(SERVER.jdbcUrl(), "app", "app-word");
                Statement statement = app.createStatement()) {
            statement.execute("SELECT " + schema + ".shorten()");
            assertThatThrownBy(() -> statement.execute("DROP TABLE " + schema + ".record"))
                    .hasMessageContaining("must be owner");
        }
        try (Connection reports = DriverManager.getConnection(SERVER.jdbcUrl(), "reports", "report-word");
                Statement statement = reports.createStatement()) {
            assertThat(statement
                            .executeQuery("SELECT * FROM " + schema + ".app_lock")
                            .next())
                    .isTrue();
        }
        SERVER.execute("REVOKE INSERT ON " + schema + ".change FROM app");
        try (LockStore store = new PostgresProvider().open(address, InstantSource.system())) {
            assertThatThrownBy(() -> store.apply(List.of(acquire("c", "ann"))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("permission denied")
                    .hasMessageContaining("docs/sql/postgresql.sql");
        }
    }
}

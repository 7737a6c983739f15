package dev.holdfast.store.sql.postgres;

import static dev.holdfast.store.sql.Records.acquire;
import static dev.holdfast.store.sql.Records.applied;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Owner;
import dev.holdfast.servers.PostgresServer;
import dev.holdfast.store.HistoryQuery;
import dev.holdfast.store.Kind;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Query;
import dev.holdfast.store.StoreUnwritableException;
import dev.holdfast.store.Subscription;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The tables as they are printed for those who run their own database, and what people find in them. */
class PostgresDdlTest {
    private static final Path DDL = Path.of("../../docs/sql/postgresql.sql");

    private static final PostgresServer SERVER = PostgresServer.shared();

    private static String resource(String name) throws IOException {
        try (InputStream text = PostgresLayout.class.getResourceAsStream(name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    @DisplayName("P3: the printed DDL is what we apply ourselves")
    void ddl_isWhatIsApplied() throws IOException {
        String scripts = String.join("\n", PostgresLayout.MIGRATIONS.after(0));
        assertThat(Files.readString(DDL)).isEqualTo(resource("header.sql") + scripts + resource("grants.sql"));
    }

    @Test
    @DisplayName("P3: a role with the printed rights alone can do everything, and no more")
    void role_withThePrintedRights_suffices() throws Exception {
        String schema = Schemas.fresh();
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

    @Test
    @DisplayName("V3: the relation app_lock has a row for each hold, with the columns of the document")
    void appLock_showsEachHold() throws Exception {
        String schema = Schemas.fresh();
        try (LockManager locks = LockManager.open(SERVER.address() + "?schema=" + schema)) {
            Owner ann = Owner.of("session-1").named("Ann");
            Acquisition exclusive =
                    locks.tryAcquire(LockRequest.of("policy/12345").owner(ann).ttl(Duration.ofMinutes(40)));
            LockRequest read = LockRequest.of("Größe").mode(Mode.SHARED);
            LockHandle first = locks.acquire(read.owner(Owner.of("session-2")));
            LockHandle second = locks.acquire(read.owner(Owner.of("session-3")));
            List<String> rows = rows("SELECT lockable_id, owner_id, lock_type, owner_name, fence FROM " + schema
                    + ".app_lock ORDER BY owner_id");
            assertThat(rows)
                    .containsExactly(
                            "policy/12345|session-1|exclusive_write|Ann|"
                                    + exclusive.orThrow().fence(),
                            "Größe|session-2|read|session-2|" + first.fence(),
                            "Größe|session-3|read|session-3|" + second.fence());
            assertThat(rows(
                            "SELECT acquired_at <= clock_timestamp(), expires_at - acquired_at = interval '40 min' FROM "
                                    + schema + ".app_lock WHERE owner_id = 'session-1'"))
                    .containsExactly("t|t");
            first.close();
            second.close();
            exclusive.orThrow().close();
            assertThat(rows("SELECT * FROM " + schema + ".app_lock")).isEmpty();
        }
    }

    @Test
    @DisplayName("P3: the table is indexed for owner, user and expiry")
    void indexes_haveTheNamesOfTheDocument() throws Exception {
        String schema = Schemas.fresh();
        new PostgresProvider()
                .open(SERVER.address() + "?schema=" + schema, InstantSource.system())
                .close();
        assertThat(rows("SELECT indexname FROM pg_indexes WHERE schemaname = '" + schema
                        + "' AND tablename = 'record'"))
                .contains("idx_app_lock_owner", "idx_app_lock_user", "idx_app_lock_expires");
    }

    private static List<String> rows(String query) throws SQLException {
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            ArrayList<String> rows = new ArrayList<>();
            while (row.next()) {
                StringJoiner joined = new StringJoiner("|");
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    joined.add(row.getString(i));
                }
                rows.add(joined.toString());
            }
            return rows;
        }
    }
}

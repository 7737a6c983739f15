package dev.holdfast.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.engines.SqlServer;
import dev.holdfast.store.sql.shared.DatabaseError;
import dev.holdfast.store.sql.shared.Failures;
import dev.holdfast.store.sql.shared.Migrations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The tables as they are printed for those who run their own database server, and what people find in them. */
public abstract class ServerDdlContract {
    private static final Failures FAILURES =
            new Failures("The database", "docs/sql/some.sql", e -> DatabaseError.OTHER, e -> true);

    private final SqlServer server;
    private final Path ddl;
    private final Class<?> layout;

    /**
     * @param ddl the file with the printed tables
     * @param layout the class that has the scripts beside it
     */
    protected ServerDdlContract(SqlServer server, Path ddl, Class<?> layout) {
        this.server = server;
        this.ddl = ddl;
        this.layout = layout;
    }

    /** Returns the address of a place without locks. */
    protected abstract String address();

    /** Returns the relation {@code app_lock} of that place in SQL. */
    protected abstract String appLock();

    /** Returns a query for the names of the indexes of our table of records. */
    protected abstract String indexes();

    /** Asserts that {@code session-1} has its lock since now, for so long. */
    protected abstract void assertTimes(Duration lease) throws SQLException;

    /** Returns the next layout: the one of now, with a column and an index more. */
    protected abstract String nextLayout();

    /** Returns the layout of a database, to be brought to those migrations. */
    protected abstract Migrations.Target target(Connection connection, Migrations migrations);

    private String resource(String name) throws IOException {
        try (InputStream text = layout.getResourceAsStream(name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    @DisplayName("P3: the printed DDL is what we apply ourselves")
    void ddl_isWhatIsApplied() throws IOException {
        String scripts = String.join("\n", Migrations.beside(layout).after(0));
        assertThat(Files.readString(ddl)).isEqualTo(resource("header.sql") + scripts + resource("grants.sql"));
    }

    @Test
    @DisplayName("V3: the relation app_lock has a row for each hold, with the columns of the document")
    void appLock_showsEachHold() throws Exception {
        Duration lease = Duration.ofMinutes(100);
        try (LockManager locks = LockManager.open(address())) {
            Owner ann = Owner.of("session-1").named("Ann");
            Acquisition exclusive =
                    locks.tryAcquire(LockRequest.of("policy/12345").owner(ann).ttl(lease));
            LockRequest read = LockRequest.of("Größe").mode(Mode.SHARED);
            LockHandle first = locks.acquire(read.owner(Owner.of("session-2")));
            LockHandle second = locks.acquire(read.owner(Owner.of("session-3")));
            assertThat(rows("SELECT lockable_id, owner_id, lock_type, owner_name, fence FROM " + appLock()
                            + " ORDER BY owner_id"))
                    .containsExactly(
                            "policy/12345|session-1|exclusive_write|Ann|"
                                    + exclusive.orThrow().fence(),
                            "Größe|session-2|read|session-2|" + first.fence(),
                            "Größe|session-3|read|session-3|" + second.fence());
            assertTimes(lease);
            first.close();
            second.close();
            exclusive.orThrow().close();
            assertThat(rows("SELECT * FROM " + appLock())).isEmpty();
        }
    }

    @Test
    @DisplayName("V3: app_lock shows the lock type that was asked for, also of a hold that was renewed")
    void appLock_showsTheTypeThatWasAskedFor() throws Exception {
        try (LockManager locks = LockManager.open(address())) {
            AppLockTypes.acquireAll(locks);
            assertThat(rows("SELECT lockable_id, lock_type FROM " + appLock() + " ORDER BY lockable_id"))
                    .isEqualTo(AppLockTypes.SHOWN);
            AppLockTypes.releaseAll(locks);
        }
    }

    @Test
    @DisplayName("P3: the table is indexed for owner, user and expiry")
    void indexes_haveTheNamesOfTheDocument() throws Exception {
        LockManager.open(address()).close();
        assertThat(rows(indexes())).contains("idx_app_lock_owner", "idx_app_lock_user", "idx_app_lock_expires");
    }

    /** A server of the next version starts beside this one, which goes on with the connections that it has. */
    @Test
    void upgrade_keepsWhatIsHeld() throws Exception {
        Migrations next = Migrations.beside(layout).then(nextLayout());
        try (LockManager locks = LockManager.open(address())) {
            LockHandle held = locks.acquire(LockRequest.of("policy/1").owner(Owner.of("ann")));
            try (Connection connection = server.connect()) {
                Migrations.Target target = target(connection, next);
                assertThatThrownBy(() -> next.require(target, false, FAILURES))
                        .hasMessageContaining("has the old layout " + (next.newest() - 1))
                        .hasMessageContaining("docs/sql/some.sql");
                next.require(target, true, FAILURES);
                assertThat(target.layout()).isEqualTo(next.newest());
                next.require(target, false, FAILURES);
            }
            held.heartbeat();
            assertThat(held.isHeld()).isTrue();
            assertThat(rows("SELECT lockable_id, owner_id, fence FROM " + appLock()))
                    .containsExactly("policy/1|ann|" + held.fence());
            assertThat(locks.tryAcquire(LockRequest.of("policy/1").owner(Owner.of("ben")))
                            .granted())
                    .isFalse();
            assertThatThrownBy(() -> LockManager.open(address()).view("policy/1"))
                    .hasMessageContaining("laid out by a newer Holdfast");
            held.close();
            assertThat(locks.view("policy/1").free()).isTrue();
        } finally {
            afterUpgrade();
        }
    }

    /** Makes the place usable for other tests again. */
    protected void afterUpgrade() {}

    protected final List<String> rows(String query) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            List<String> rows = new ArrayList<>();
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

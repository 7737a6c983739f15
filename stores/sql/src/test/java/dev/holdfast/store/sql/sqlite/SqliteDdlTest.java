package dev.holdfast.store.sql.sqlite;

import static dev.holdfast.store.sql.sqlite.App.ask;
import static dev.holdfast.store.sql.sqlite.App.sql;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.store.sql.AppLockTypes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of a file as they are printed, and what people find in them. */
class SqliteDdlTest {
    private static final Path DDL = Path.of("../../docs/sql/sqlite.sql");

    private static final String ALL = "SELECT group_concat(type || ' ' || name || char(10) || sql, char(10)) FROM"
            + " (SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name)";
    private static final String TYPES =
            "SELECT group_concat(line) FROM (SELECT lockable_id || '|' || lock_type AS line FROM app_lock ORDER BY 1)";

    @TempDir
    private Path folder;

    private LockManager open(Path file) {
        return LockManager.open("sqlite:" + file);
    }

    @Test
    @DisplayName("P3: the printed DDL is what we apply ourselves, and a file that it made is a store")
    void ddl_isWhatIsApplied() throws Exception {
        Path made = folder.resolve("made.db");
        open(made).close();
        Path printed = folder.resolve("printed.db");
        String script = Files.readString(DDL).replaceAll("(?m)^--.*\n", "").strip();
        sql(printed, script.split("(?m)^(?=CREATE|INSERT|PRAGMA)"));
        for (String header : List.of("application_id", "user_version")) {
            assertThat(ask(printed, "PRAGMA " + header)).isEqualTo(ask(made, "PRAGMA " + header));
        }
        assertThat(ask(printed, ALL)).isEqualTo(ask(made, ALL));
        try (LockManager locks = open(printed);
                LockHandle handle = locks.acquire("a")) {
            assertThat(handle.fence()).isGreaterThan(Duration.ofDays(365).toMillis() * 1000);
        }
    }

    @Test
    @DisplayName("V3: app_lock shows the lock type that was asked for, also of a hold that was renewed")
    void appLock_showsTheTypeThatWasAskedFor() throws Exception {
        Path file = folder.resolve("locks.db");
        try (LockManager locks = open(file)) {
            AppLockTypes.acquireAll(locks);
            assertThat(ask(file, TYPES)).isEqualTo(String.join(",", AppLockTypes.SHOWN));
        }
    }

    @Test
    @DisplayName("V3: the relation app_lock has a row for each hold, with the columns of the document")
    void appLock_showsEachHold() throws Exception {
        Path file = folder.resolve("locks.db");
        try (LockManager locks = open(file)) {
            LockRequest read = LockRequest.of("Größe").mode(Mode.SHARED);
            long fence;
            try (LockHandle ann = locks.acquire(LockRequest.of("policy/12345")
                            .owner(Owner.of("session-1").named("Ann"))
                            .ttl(Duration.parse("PT1H30M2.5S")));
                    LockHandle second = locks.acquire(read.owner(Owner.of("session-2")));
                    LockHandle third = locks.acquire(read.owner(Owner.of("session-3")))) {
                fence = ann.fence();
                assertThat(third.fence()).isGreaterThan(second.fence());
                assertThat(ask(file, columns("session-1"))).isEqualTo("policy/12345|exclusive_write|Ann|" + fence);
                assertThat(ask(file, columns("session-2"))).isEqualTo("Größe|read|session-2|" + second.fence());
                assertThat(ask(file, columns("session-3"))).isEqualTo("Größe|read|session-3|" + third.fence());
                assertThat(ask(
                                file,
                                "SELECT round((julianday(expires_at) - julianday(acquired_at)) * 86400, 1) || ' ' ||"
                                        + " (acquired_at <= strftime('%Y-%m-%d %H:%M:%f', 'now')) FROM app_lock"
                                        + " WHERE owner_id = 'session-1'"))
                        .isEqualTo("5402.5 1");
            }
            assertThat(ask(file, "SELECT count(*) FROM app_lock")).isEqualTo("0");
        }
    }

    private static String columns(String owner) {
        return "SELECT lockable_id || '|' || lock_type || '|' || owner_name || '|' || fence FROM app_lock"
                + " WHERE owner_id = '" + owner + "'";
    }

    @Test
    @DisplayName("A file of an earlier version gets the view when it is opened; a table of that name is left as it is")
    void file_withoutTheView_getsIt() throws Exception {
        Path file = folder.resolve("locks.db");
        open(file).close();
        sql(file, "DROP VIEW app_lock");
        try (LockManager locks = open(file)) {
            AppLockTypes.acquireAll(locks);
            assertThat(ask(file, TYPES)).isEqualTo(String.join(",", AppLockTypes.SHOWN));
        }
        sql(file, "DROP VIEW app_lock", "CREATE TABLE app_lock (mine TEXT)");
        open(file).close();
        assertThat(type(file)).isEqualTo("table");
    }

    private static String type(Path file) throws SQLException {
        return ask(file, "SELECT type FROM sqlite_schema WHERE name = 'app_lock'");
    }
}

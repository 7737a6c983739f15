package dev.holdfast.store.sql.sqlite;

import static dev.holdfast.store.sql.Records.acquire;
import static dev.holdfast.store.sql.Records.applied;
import static dev.holdfast.store.sql.Records.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with the file is told in one sentence with cause and cure, and costs nothing that was in it. */
class SqliteTroubleTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("locks.db");
    }

    @Test
    void open_folderInItsPlace_isRefused() throws Exception {
        Files.createDirectory(file);
        assertUnwritable("is a folder: name a file in it");
    }

    @Test
    void open_fileInPlaceOfItsFolder_isRefused() throws Exception {
        Files.createFile(file);
        file = file.resolve("below.db");
        assertUnwritable("cannot be made");
    }

    @Test
    void open_whereNothingCanBeMade_isRefused() {
        file = Path.of("/proc/holdfast/locks.db");
        assertUnwritable("give this user the right to write its folder");
    }

    @Test
    void open_noDatabase_isRefusedAndLeftAsItIs() throws Exception {
        Files.writeString(file, "{\"locks\": []}\n".repeat(1000));
        byte[] before = Files.readAllBytes(file);
        assertUnwritable("is damaged or not a SQLite database");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void open_databaseOfAnother_isRefusedAndLeftAsItIs() throws Exception {
        sql("CREATE TABLE customer (id INTEGER PRIMARY KEY)", "INSERT INTO customer VALUES (1)");
        byte[] before = Files.readAllBytes(file);
        assertUnwritable("is a database of another program");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void open_emptyDatabaseMarkedByAnother_isRefused() throws Exception {
        sql("PRAGMA application_id = 4711");
        assertUnwritable("is a database of another program");
    }

    @Test
    void open_newerLayout_isRefused() throws Exception {
        open().close();
        sql("PRAGMA user_version = " + (SqliteSchema.VERSION + 1));
        assertUnwritable("was laid out by a newer Holdfast (layout 2, this one knows 1)");
    }

    @Test
    void use_damagedPages_isTold() throws Exception {
        try (LockStore store = open()) {
            for (int i = 0; i < 50; i++) {
                applied(store, acquire("resource-" + i, "ann"));
            }
        }
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, 4096, bytes.length, (byte) 0x5A);
        Files.write(file, bytes);
        try (LockStore store = open()) {
            assertThatThrownBy(() -> store.query(Query.all(Kind.LOCK)))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("restore it from a backup");
            assertThatThrownBy(() -> applied(store, acquire("new", "ann")))
                    .isInstanceOf(StoreUnwritableException.class);
        }
    }

    @Test
    void use_missingTable_isTold() throws Exception {
        try (LockStore store = open()) {
            sql("DROP TABLE change");
            assertThatThrownBy(() -> store.history(HistoryQuery.NEWEST))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("is not laid out as Holdfast left it");
        }
    }

    @Test
    void use_unreadableRecord_isNamed() throws Exception {
        try (LockStore store = open()) {
            applied(store, acquire("Chapter_03", "ann"));
            sql("UPDATE record SET body = 'scribble'");
            assertThatThrownBy(() -> store.read(List.of(Key.lock("Chapter_03"))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("LOCK record 'Chapter_03'");
            applied(store, acquire("Chapter_04", "ann"));
        }
    }

    @Test
    void apply_fullDisk_changesNothingAndGoesOnWhenThereIsRoom() throws Exception {
        Key draft = new Key(Kind.DRAFT, "long");
        try (SqliteLockStore store = open()) {
            applied(store, acquire("kept", "ann"));
            store.limit("max_page_count = 20");
            Change tooLong = Change.put(draft, Change.ABSENT, draft(1, "x".repeat(200_000)));
            assertThatThrownBy(() -> store.apply(List.of(acquire("first", "bob"), Group.of(tooLong))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("There is no room left")
                    .hasMessageContaining(file.toString());
            assertThat(store.query(Query.all(Kind.LOCK)).entries())
                    .extracting(entry -> entry.key().name())
                    .containsExactly("kept");
            applied(store, tooLong);
            assertThat(store.read(List.of(draft)).get(draft)).isNotNull();
        }
    }

    @Test
    void apply_readOnlyFile_changesNothing() throws Exception {
        try (SqliteLockStore store = open()) {
            store.limit("query_only = ON"); // what SQLite itself sets when it may only read
            assertThatThrownBy(() -> applied(store, acquire("a", "ann")))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("give this user the right to write that file");
            assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
        }
    }

    @Test
    void apply_whileAnotherKeepsWriting_givesUpInTime() throws Exception {
        SqliteFile impatient = SqliteFile.at(file, Duration.ofMillis(1100));
        try (LockStore store = SqliteLockStore.open(impatient, InstantSource.system());
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> applied(store, acquire("a", "ann")))
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessageContaining(
                            "Another process or connection has been writing to " + file + " for more than 1 seconds");
            assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
            assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
            statement.execute("ROLLBACK");
            applied(store, acquire("a", "ann"));
        }
    }

    @Test
    void use_removedFile_isTold() throws Exception {
        try (LockStore store = open()) {
            long before = applied(store, acquire("a", "ann")).version();
            Files.delete(file);
            assertThatThrownBy(() -> useForAWhile(store))
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessageContaining("was removed while it was in use");
            // The next file begins where the clock is, so that the fences of what was lost stay behind.
            Files.deleteIfExists(folder.resolve("locks.db-wal"));
            Files.deleteIfExists(folder.resolve("locks.db-shm"));
            try (LockStore next = open()) {
                assertThat(applied(next, acquire("a", "ann")).version()).isGreaterThan(before);
                assertThatThrownBy(() -> useForAWhile(store))
                        .isInstanceOf(StoreUnreachableException.class)
                        .hasMessageContaining("was replaced while it was in use");
            }
        }
    }

    /** A store looks at its file now and then, not at every use. */
    private static void useForAWhile(LockStore store) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < Duration.ofSeconds(60).toNanos()) {
            store.read(List.of());
        }
    }

    private SqliteLockStore open() {
        return SqliteLockStore.open(file, InstantSource.system());
    }

    private void assertUnwritable(String what) {
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(what);
    }

    private void sql(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }
}

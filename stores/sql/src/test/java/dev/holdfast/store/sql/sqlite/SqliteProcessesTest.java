package dev.holdfast.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Query;
import dev.holdfast.store.sql.Records;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several processes on one file, some of which come to a bad end. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SqliteProcessesTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("locks.db");
    }

    @Test
    void increments_byManyProcesses_areAllCounted() throws Exception {
        // None of them finds a file: they also race for laying it out.
        List<SqliteWorker> workers = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                workers.add(SqliteWorker.start("", SqliteWorker.Task.COUNT, file, 50));
            }
            for (SqliteWorker worker : workers) {
                assertThat(worker.lines()).containsExactly("done");
            }
        } finally {
            workers.forEach(SqliteWorker::close);
        }
        try (SqliteLockStore store = open()) {
            assertThat(Records.count(store)).isEqualTo(4 * 50);
        }
    }

    @Test
    void kill_whileWriting_losesNothingThatWasAnswered() throws Exception {
        long answered = 0;
        long last = 0;
        for (int round = 0; round < 3; round++) {
            try (SqliteWorker worker = SqliteWorker.start("", SqliteWorker.Task.COUNT_ON, file, 0)) {
                for (int i = 0; i < 30 + 7 * round; i++) {
                    last = larger(last, worker.line());
                    answered++;
                }
                worker.kill();
                for (String line : worker.lines()) {
                    last = larger(last, line);
                    answered++;
                }
            }
            try (SqliteLockStore store = open()) {
                // What was on its way at the end of each round may have been done without an answer.
                assertThat(Records.count(store)).isBetween(answered, answered + round + 1);
                assertThat(Records.version(store, Records.COUNTER)).isGreaterThanOrEqualTo(last);
                last = larger(last, Long.toString(Records.increment(store)));
                answered++;
            }
            assertThat(integrity()).isEqualTo("ok");
        }
    }

    @Test
    void write_failingInTheCommit_isUnknownAndLeavesAWholeFile() throws Exception {
        open().close();
        String limit = "ulimit -f 4000;"; // blocks of 512 bytes: the log may not grow beyond 2 MB
        try (SqliteWorker worker = SqliteWorker.start(limit, SqliteWorker.Task.FILL, file, 0)) {
            String[] end = worker.line().split(" ", 3);
            int answered = Integer.parseInt(end[0]);
            assertThat(answered).isPositive();
            assertThat(end[1]).isEqualTo("OutcomeUnknownException");
            assertThat(end[2]).contains(file.toString()).contains("check the disk");
            worker.lines();
            try (SqliteLockStore store = open()) {
                assertThat(store.query(Query.all(Kind.DRAFT)).entries()).hasSizeBetween(answered, answered + 1);
            }
        }
        assertThat(integrity()).isEqualTo("ok");
        assertThat(Files.size(file)).isPositive();
    }

    @Test
    void write_anotherProcessStoppedInside_isRefusedWithItsNumberAndReadsGoOn() throws Exception {
        SqliteFile impatient = SqliteFile.at(file, Duration.ofMillis(300));
        try (SqliteLockStore store = SqliteLockStore.open(impatient, InstantSource.system())) {
            long before = Records.increment(store);
            try (SqliteWorker worker = SqliteWorker.start("", SqliteWorker.Task.KEEP, file, 0)) {
                assertThat(worker.line()).isEqualTo("begun");
                worker.stop();
                for (int i = 0; i < 3; i++) {
                    Throwable refusal = catchThrowable(() -> Records.increment(store));
                    assertThat(refusal)
                            .isInstanceOf(StoreUnreachableException.class)
                            .hasMessageContaining("writing to " + file);
                    if (Files.isReadable(Path.of("/proc/locks"))) {
                        assertThat(refusal)
                                .hasMessageContaining("process " + worker.pid() + ", which is stopped,")
                                .hasMessageContaining("kill -CONT " + worker.pid());
                    }
                    assertThat(Records.count(store)).isEqualTo(1);
                }
                worker.kill();
            }
            assertThat(Records.increment(store)).isGreaterThan(before);
        }
    }

    private static long larger(long last, String line) {
        long version = Long.parseLong(line);
        assertThat(version).isGreaterThan(last);
        return version;
    }

    private SqliteLockStore open() {
        return SqliteLockStore.open(file, InstantSource.system());
    }

    private String integrity() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA integrity_check")) {
            return row.getString(1);
        }
    }
}

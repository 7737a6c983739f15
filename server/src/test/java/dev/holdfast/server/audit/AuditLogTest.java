package dev.holdfast.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.internal.auditlog.AuditCheck;
import dev.holdfast.internal.auditlog.AuditFiles;
import dev.holdfast.internal.auditlog.AuditReport;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.options.AuditOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log on a disk that is full or hangs. No caller waits for it longer than a moment, and what is left out is counted. */
@Tag("safety")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AuditLogTest {
    @TempDir
    private Path folder;

    private AuditOptions options;
    private volatile boolean full;
    private volatile CountDownLatch hanging = new CountDownLatch(0);

    @BeforeEach
    void name() {
        options = AuditOptions.of(folder.resolve("audit.jsonl"));
    }

    private AuditLog open(Duration longest) throws IOException {
        LogFile file = new LogFile(options, InstantSource.system(), step -> {
            try {
                hanging.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (full && step.equals("write")) {
                throw new IOException("No space left on device");
            }
        });
        return new AuditLog(options, file, InstantSource.system(), longest);
    }

    private static String line(String resource) {
        return new JsonAnswer()
                .with("what", "acquire")
                .with("resource", resource)
                .line();
    }

    private static boolean get(CompletableFuture<Boolean> written) throws Exception {
        return written.get(60, TimeUnit.SECONDS);
    }

    private AuditReport intact() throws IOException {
        AuditReport report = new AuditCheck(new AuditFiles(options.file()), null, null).run();
        assertThat(report.broken()).isNull();
        return report;
    }

    private long count(String word) throws IOException {
        return Files.readAllLines(options.file()).stream()
                .filter(text -> text.contains(word))
                .count();
    }

    @Test
    void lines_areWrittenBeforeTheyCount_andTheEndIsRecorded() throws Exception {
        try (AuditLog log = open(Duration.ofMinutes(1))) {
            assertThat(get(log.recordInTime(line("a")))).isTrue();
            assertThat(count("\"a\"")).isEqualTo(1);
        }
        assertThat(intact().last().stopped()).isTrue();
        assertThat(count("\"start\"")).isEqualTo(1);
    }

    @Test
    void fullDisk_isTold_andLeavesAGapThatIsCounted() throws Exception {
        try (AuditLog log = open(Duration.ofMinutes(1))) {
            get(log.recordInTime(line("before")));
            full = true;
            assertThat(get(log.recordInTime(line("first")))).isFalse();
            assertThat(log.writable()).isFalse();
            String large = line("x".repeat(60_000));
            for (int i = 0; i < 320; i++) {
                log.record(large);
            }
            assertThat(log.missed()).as("16 MiB are kept in memory").isBetween(20L, 60L);
            long missed = log.missed();
            full = false;
            await().atMost(Duration.ofMinutes(1)).until(log::writable);
            assertThat(get(log.recordInTime(line("after")))).isTrue();
            assertThat(Files.readString(options.file()))
                    .contains("\"what\":\"gap\"", "\"missed\":" + missed, "No space left on device");
        }
        assertThat(count("\"first\"")).as("it is kept until there is room").isEqualTo(1);
        assertThat(intact().remarks()).hasSize(1);
    }

    @Test
    void hangingDisk_isNotWaitedFor() throws Exception {
        try (AuditLog log = open(Duration.ofMillis(50))) {
            await().atMost(Duration.ofMinutes(1)).until(() -> count("\"start\"") == 1);
            CountDownLatch end = new CountDownLatch(1);
            hanging = end;
            CompletableFuture<Boolean> written = log.recordInTime(line("a"));
            CompletableFuture<Boolean> queued = log.recordInTime(line("b"));
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                log.look();
                return !log.writable();
            });
            assertThat(get(written)).isFalse();
            assertThat(get(queued)).isFalse();
            assertThat(get(log.recordInTime(line("c"))))
                    .as("told without waiting")
                    .isFalse();
            end.countDown();
            await().atMost(Duration.ofMinutes(1)).until(log::writable);
        }
        assertThat(count("\"gap\"")).isEqualTo(1);
        assertThat(count("acquire")).isEqualTo(3);
        intact();
    }

    @Test
    void hangingDisk_doesNotKeepTheServerFromEnding() throws Exception {
        AuditLog log = open(Duration.ofMillis(50));
        await().atMost(Duration.ofMinutes(1)).until(() -> count("\"start\"") == 1);
        CountDownLatch end = new CountDownLatch(1);
        hanging = end;
        log.record(line("a"));
        log.close();
        end.countDown();
        assertThat(Files.readString(options.file())).contains("start");
    }

    @Test
    void manyThreads_writeOneChain() throws Exception {
        int each = 2_000;
        try (AuditLog log = open(Duration.ofMinutes(1))) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(() -> {
                    for (int n = 0; n < each; n++) {
                        log.record(line("r" + n));
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(count("acquire")).isEqualTo(4L * each);
        assertThat(intact().lines()).isEqualTo(4L * each + 3);
    }
}

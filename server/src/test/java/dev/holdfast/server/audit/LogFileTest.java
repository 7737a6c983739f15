package dev.holdfast.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.internal.auditlog.AuditCheck;
import dev.holdfast.internal.auditlog.AuditFiles;
import dev.holdfast.internal.auditlog.AuditReport;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.options.AuditOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files of an audit log: whatever happens to the server or the disk, the chain goes on and can be verified. */
@Tag("safety")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LogFileTest {
    private static final long SMALL = 64 << 10;

    @TempDir
    private Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-17T06:00:00Z"));
    private AuditFiles files;
    private AuditOptions options;
    /** The step that fails. */
    private volatile String failing = "";

    private volatile LogFile.StepObserver step = name -> {};

    @BeforeEach
    void name() {
        files = new AuditFiles(folder.resolve("log").resolve("audit.jsonl"));
        options = AuditOptions.of(files.current());
    }

    private LogFile open() throws IOException {
        return new LogFile(options, now::get, name -> {
            step.before(name);
            if (name.equals(failing)) {
                throw new IOException("No space left on device");
            }
        });
    }

    private static String line(String resource) {
        return new JsonAnswer()
                .with("what", "acquire")
                .with("resource", resource)
                .line();
    }

    private AuditReport check() throws IOException {
        return new AuditCheck(files, options.key(), null).run();
    }

    private AuditReport intact() throws IOException {
        AuditReport report = check();
        assertThat(report.broken()).isNull();
        return report;
    }

    @Test
    void reopened_goesOn() throws IOException {
        for (int i = 0; i < 3; i++) {
            try (LogFile log = open()) {
                log.append(List.of(line("a" + i), line("b" + i)));
            }
        }
        assertThat(intact().lines()).isEqualTo(7);
        assertThat(intact().remarks()).isEmpty();
    }

    @Test
    void files_areForTheirUserAlone() throws IOException {
        open().close();
        for (Path path : List.of(files.current(), files.lock())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.folder())))
                .isEqualTo("rwx------");
    }

    @Test
    void link_isNotFollowed() throws IOException {
        Path target = Files.writeString(folder.resolve("target"), "");
        Files.createDirectory(files.folder());
        Files.createSymbolicLink(files.current(), target);
        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("is a link");
        Files.delete(files.current());
        Files.delete(files.lock());
        Files.createSymbolicLink(files.lock(), target);
        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("is a link");
        assertThat(target).isEmptyFile();
    }

    @Test
    void link_putThereLater_isNotWritten() throws IOException {
        Path target = Files.writeString(folder.resolve("target"), "");
        try (LogFile log = open()) {
            Files.delete(files.current());
            Files.createSymbolicLink(files.current(), target);
            assertThatThrownBy(() -> log.append(List.of(line("a")))).hasMessageContaining("is a link");
            Files.delete(files.current());
            log.append(List.of(line("a")));
        }
        assertThat(target).isEmptyFile();
        assertThat(Files.readString(files.current())).contains("\"missing\"");
    }

    @Test
    void secondWriter_isRefused() throws IOException {
        try (LogFile first = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another server writes it")
                    .hasMessageContaining("--audit-log");
            first.append(List.of(line("a")));
        }
        open().close();
        intact();
    }

    @Test
    void rotation_keepsTheChain_andSoManyFiles() throws IOException {
        options = new AuditOptions(files.current(), true, SMALL, 3, 0, false, null);
        List<String> batch = Collections.nCopies(100, line("x".repeat(400)));
        try (LogFile log = open()) {
            for (int i = 0; i < 20; i++) {
                log.append(batch);
                intact();
            }
        }
        AuditReport report = intact();
        assertThat(report.files()).hasSize(4);
        assertThat(report.firstFile()).isGreaterThan(2);
        Files.delete(files.numbered(report.firstFile()));
        assertThat(check().broken().why()).as("not old enough to be deleted").contains("The file is missing");
    }

    @Test
    void rotation_thatFailsInAnyStep_losesNothing() throws IOException {
        options = new AuditOptions(files.current(), true, SMALL, 3, 0, false, null);
        int written = 0;
        try (LogFile log = open()) {
            for (String step : List.of("write", "flush", "move", "create")) {
                for (int i = 0; i < 4; i++) {
                    log.append(List.of(line("x".repeat(30_000))));
                    written++;
                    failing = step;
                    for (int again = 0; again < 2; again++) {
                        try {
                            log.append(List.of(line("y")));
                            written++;
                        } catch (IOException e) {
                            assertThat(e).hasMessageContaining("No space left");
                        }
                    }
                    failing = "";
                }
            }
            log.append(List.of(line("z")));
            written++;
        }
        long acquired = 0;
        for (Path file : intact().files()) {
            acquired += Files.readAllLines(file).stream()
                    .filter(text -> text.contains("acquire"))
                    .count();
        }
        // Older files were deleted, so only what is left is counted, and nothing twice.
        assertThat(acquired).isPositive().isLessThanOrEqualTo(written);
        assertThat(Files.readString(files.current())).contains("\"z\"");
    }

    @Test
    void daysToKeep_beginAFileEachDay_andDeleteOldOnes() throws IOException {
        options = new AuditOptions(files.current(), true, SMALL, 100, 2, false, null);
        try (LogFile log = open()) {
            for (int day = 0; day < 6; day++) {
                log.append(List.of(line("day" + day)));
                Files.setLastModifiedTime(files.current(), FileTime.from(now.get()));
                now.set(now.get().plus(Duration.ofDays(1)));
                for (long number : files.numbers()) {
                    assertThat(number).isPositive();
                }
            }
            // what rotation wrote last is of the test's own time
            for (long number : files.numbers()) {
                Files.setLastModifiedTime(
                        files.numbered(number), FileTime.from(now.get().minus(Duration.ofDays(9))));
            }
            log.append(List.of(line("end")));
        }
        AuditReport report = intact();
        assertThat(report.firstFile()).isGreaterThan(1);
        assertThat(Files.readString(files.current())).contains("end");
    }

    @Test
    void tornTail_isRecorded_atEveryLength() throws IOException {
        try (LogFile log = open()) {
            log.append(List.of(line("a"), line("b")));
        }
        byte[] whole = Files.readAllBytes(files.current());
        int begin = new String(whole, java.nio.charset.StandardCharsets.UTF_8)
                .indexOf("\n", new String(whole, java.nio.charset.StandardCharsets.UTF_8).indexOf("\"a\""));
        for (int length = begin + 2; length < whole.length; length += 7) {
            Files.write(files.current(), java.util.Arrays.copyOf(whole, length));
            assertThat(check().broken().why()).contains("incomplete");
            try (LogFile log = open()) {
                log.append(List.of(line("c")));
            }
            AuditReport report = intact();
            assertThat(report.lines()).as("file, a, torn, c").isEqualTo(4);
            assertThat(report.remarks()).hasSize(1);
            assertThat(report.remarks().get(0)).contains("stopped while it wrote");
        }
    }

    @Test
    void tailOfZeros_asAPowerFailureLeavesIt_isTorn() throws IOException {
        try (LogFile log = open()) {
            log.append(List.of(line("a")));
        }
        Files.write(files.current(), new byte[300_000], StandardOpenOption.APPEND);
        try (LogFile log = open()) {
            log.append(List.of(line("b")));
        }
        assertThat(intact().lines()).isEqualTo(4);
        assertThat(Files.readString(files.current())).doesNotContain("\0");
    }

    @Test
    void damagedEnd_isNotContinued() throws IOException {
        try (LogFile log = open()) {
            log.append(List.of(line("a"), line("b")));
        }
        String text = Files.readString(files.current());
        Files.writeString(files.current(), text.replace("\"b\"", "\"c\""));
        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("holdfast audit-log verify");
        Files.writeString(files.current(), text);
        options = new AuditOptions(files.current(), true, SMALL, 3, 0, false, "k".repeat(32));
        assertThatThrownBy(this::open).hasMessageContaining("another key");
    }

    @Test
    void failedWrite_leavesNoTrace_neitherThenNorLater() throws IOException {
        try (LogFile log = open()) {
            log.append(List.of(line("a")));
            // what a disk that became full leaves: a part of the line
            step = name -> {
                if (name.equals("write")) {
                    Files.writeString(files.current(), "{\"seq\":3,\"wh", StandardOpenOption.APPEND);
                    throw new IOException("No space left on device");
                }
            };
            assertThatThrownBy(() -> log.append(List.of(line("b")))).hasMessageContaining("No space left");
            assertThat(intact().lines()).isEqualTo(2);
            step = name -> {};
            log.append(List.of(line("b")));
        }
        assertThat(intact().lines()).isEqualTo(3);
        assertThat(intact().remarks()).isEmpty();
    }

    @Test
    void addedByOthers_isRemoved_andRecorded() throws IOException {
        try (LogFile log = open()) {
            log.append(List.of(line("a")));
            Files.writeString(files.current(), "forged\n", StandardOpenOption.APPEND);
            log.append(List.of(line("b")));
        }
        assertThat(intact().remarks()).hasSize(1);
        assertThat(intact().remarks().get(0)).contains("another program changed the size");
        assertThat(Files.readString(files.current())).doesNotContain("forged");
    }

    @Test
    void cutWhileItIsWritten_isFound() throws IOException {
        try (LogFile log = open()) {
            log.append(List.of(line("a"), line("b")));
            String text = Files.readString(files.current());
            Files.writeString(files.current(), text.substring(0, text.indexOf("\n", text.indexOf("\"a\"")) + 1));
            log.append(List.of(line("c")));
        }
        assertThat(check().broken().why()).contains("lines before it were deleted");
        assertThat(Files.readString(files.current())).contains("altered");
    }

    @Test
    void deletedFile_isBegunAgain_andTheLossShown() throws IOException {
        options = new AuditOptions(files.current(), true, SMALL, 3, 0, false, null);
        try (LogFile log = open()) {
            log.append(List.of(line("x".repeat(40_000)), line("x".repeat(40_000))));
            log.append(List.of(line("a")));
            Files.delete(files.current());
            log.append(List.of(line("b")));
            assertThat(check().broken().file()).isEqualTo(files.numbered(2));
        }
        Files.delete(files.current());
        open().close();
        assertThat(intact().remarks()).hasSize(1);
        assertThat(intact().remarks().get(0)).contains("deleted or moved");
    }

    @Test
    void folderReplacedByAFile_failsUntilItIsBack() throws IOException {
        try (LogFile log = open()) {
            Path away = folder.resolve("away");
            Files.move(files.folder(), away);
            Files.writeString(files.folder(), "");
            assertThatThrownBy(() -> log.append(List.of(line("a")))).isInstanceOf(IOException.class);
            Files.delete(files.folder());
            Files.move(away, files.folder(), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
            log.append(List.of(line("a")));
        }
        assertThat(intact().lines()).isEqualTo(2);
        assertThat(Files.isDirectory(files.folder(), LinkOption.NOFOLLOW_LINKS)).isTrue();
    }
}

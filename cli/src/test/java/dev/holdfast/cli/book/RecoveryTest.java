package dev.holdfast.cli.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockEvent;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.book.BookProject.Entry;
import dev.holdfast.cli.process.Holdfast;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** After a crash: clearing, taking what is stale, cleaning up what is very old. */
@Timeout(120)
final class RecoveryTest {
    @TempDir
    Path folder;

    private BookProject book = new BookProject(Path.of(""));

    @BeforeEach
    void project() {
        book = BookProject.in(folder);
        book.write(Entry.of("Chapter_03", 5, "CLI-12345"), Entry.of("Chapter_07", 23, "CLI-99999"));
    }

    @Test
    @DisplayName("B10, V1: clear lists, warns, asks; no changes nothing, yes clears all, and the history says so")
    void clear_asks() {
        Holdfast.Done no = Holdfast.in(folder).atTerminal().typing("no\n", "clear");
        assertThat(no.code()).isEqualTo(ExitCode.CANCELLED);
        assertThat(no.out())
                .containsSubsequence(
                        "Current locks:",
                        "- Chapter_03: Locked 5 minutes ago by CLI-12345",
                        "- Chapter_07: Locked 23 minutes ago by CLI-99999",
                        "(STALE)",
                        "This will clear ALL locks, including active ones",
                        "WARNING:",
                        "Clear all locks? (yes/no):",
                        "Cancelled. Locks unchanged.");
        assertThat(book.locked()).containsExactly("Chapter_03", "Chapter_07");

        Holdfast.Done yes = Holdfast.in(folder).atTerminal().typing("yes\n", "clear");
        assertThat(yes.code()).isEqualTo(ExitCode.DONE);
        assertThat(yes.out()).contains("Clear all locks? (yes/no):", "✓ All locks cleared.");
        assertThat(book.locked()).isEmpty();
        assertThat(book.history("Chapter_07")).startsWith(LockEvent.EventKind.CLEARED);
    }

    @Test
    @DisplayName("B10: without a terminal clear needs --yes, and says so")
    void clear_withoutTerminal_needsYes() {
        Holdfast.Done refused = book.as("CLI-1").run("clear");
        assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("--yes");
        assertThat(book.locked()).hasSize(2);
        Holdfast.Done done = book.as("CLI-1").run("clear", "--yes");
        assertThat(done.code()).isEqualTo(ExitCode.DONE);
        assertThat(done.out())
                .contains("- Chapter_03: ", "✓ All locks cleared.")
                .doesNotContain("(yes/no)");
        assertThat(book.locked()).isEmpty();
    }

    @Test
    @DisplayName("B16: a crashed instance's lock becomes stale and can be taken")
    void staleLock_canBeTaken() {
        Holdfast.Done refused = book.as("CLI-2").run("acquire", "Chapter_07");
        assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
        assertThat(refused.err()).contains("CLI-99999");
        assertThat(book.as("CLI-2").run("acquire", "--override", "Chapter_07").code())
                .isEqualTo(ExitCode.DONE);
        assertThat(book.as("CLI-2").run("who", "Chapter_07").out()).contains("CLI-2");
        assertThat(book.history("Chapter_07")).contains(LockEvent.EventKind.OVERRIDDEN);
    }

    @Test
    @DisplayName("B16, B20: a lock whose process has ended is free at once, before any waiting")
    void lockOfADeadProcess_isFree() throws Exception {
        Process work = new ProcessBuilder("sleep", "300").start();
        String pid = Long.toString(work.pid());
        assertThat(book.as("CLI-1").run("acquire", "--pid", pid, "StyleSystem").code())
                .isEqualTo(ExitCode.DONE);
        assertThat(book.as("CLI-2").run("acquire", "StyleSystem").code()).isEqualTo(ExitCode.BUSY);
        work.destroyForcibly().waitFor();
        assertThat(book.as("CLI-2").run("acquire", "StyleSystem").code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    @DisplayName("B20: what is older than an hour is cleaned up and recorded, unless that is switched off")
    void veryOldLocks_areCleanedUp() throws Exception {
        Files.writeString(
                folder.resolve("holdfast.yaml"),
                "\npolicies:\n  - pattern: Chapter_*\n    reclaim-after: never\n",
                StandardOpenOption.APPEND);
        book.write(Entry.of("BackMatter", 61, "CLI-12345"), Entry.of("Chapter_07", 61, "CLI-99999"));
        assertThat(book.as("CLI-2").run("status").out())
                .contains("- BackMatter: Locked 61 minutes ago by CLI-12345 (STALE), its time is over: free to take")
                .containsPattern("- Chapter_07: Locked 61 minutes ago by CLI-99999 \\(STALE\\)\\R");
        assertThat(book.as("CLI-2").run("acquire", "StyleSystem").code()).isEqualTo(ExitCode.DONE);
        assertThat(book.locked()).containsExactlyInAnyOrder("Chapter_07", "StyleSystem");
        assertThat(book.history("BackMatter")).startsWith(LockEvent.EventKind.EXPIRED);
    }

    @Test
    @DisplayName("B20: several may read at the same time, and none writes meanwhile")
    void readLocks_standBesideEachOther() {
        assertThat(book.as("CLI-1")
                        .run("acquire", "--mode", "shared", "StyleSystem")
                        .code())
                .isEqualTo(ExitCode.DONE);
        assertThat(book.as("CLI-2")
                        .run("acquire", "--mode", "shared", "StyleSystem")
                        .code())
                .isEqualTo(ExitCode.DONE);
        assertThat(book.as("CLI-3").run("acquire", "StyleSystem").code()).isEqualTo(ExitCode.BUSY);
        assertThat(book.as("CLI-3").run("status", "StyleSystem").out())
                .contains("by CLI-1, shared", "by CLI-2, shared", "Total: 2 active locks");
    }
}

package dev.holdfast.cli.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.book.BookProject.Entry;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.internal.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code status} shows. */
@Timeout(120)
final class DashboardTest {
    @TempDir
    Path folder;

    private BookProject book = new BookProject(Path.of(""));

    @BeforeEach
    void project() {
        book = BookProject.in(folder);
    }

    @Test
    @DisplayName("B9, B18, V1: active locks with age, instance and total, then the stale ones, marked")
    void status_listsActiveThenStale() {
        book.write(
                Entry.of("Chapter_03", 5, "CLI-12345"),
                Entry.of("StyleSystem", 12, "Desktop-67890"),
                Entry.of("Chapter_07", 23, "CLI-99999"));
        Holdfast.Done done = Holdfast.in(folder).run("status");
        assertThat(done.code()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).isEqualToNormalizingNewlines("""
                Active Locks:
                - Chapter_03: Locked 5 minutes ago by CLI-12345
                - StyleSystem: Locked 12 minutes ago by Desktop-67890

                Total: 2 active locks

                Stale Locks (>15 minutes):
                - Chapter_07: Locked 23 minutes ago by CLI-99999 (STALE)

                To remove them: holdfast clear --stale
                """);
        assertThat(done.err()).isEmpty();
        assertThat(Holdfast.in(folder)
                        .run("status", "Manuscript/Style/Style_Guide.md", "--color", "always")
                        .out())
                .contains("\u001B[1mActive Locks:\u001B[0m", "- StyleSystem: ", "Total: 1 active locks")
                .doesNotContain("Chapter_");
    }

    @Test
    @DisplayName("B9: the status of a name speaks of that name only")
    void status_ofAName_saysNothingOfOthers() {
        book.write(Entry.of("Chapter_03", 5, "CLI-12345"), Entry.of("Chapter_07", 23, "CLI-99999"));
        assertThat(Holdfast.in(folder).run("status", "Chapter_4").out())
                .isEqualToNormalizingNewlines("Chapter_04 is free.\n");
        assertThat(Holdfast.in(folder).run("status", "Chapter_7").out())
                .isEqualToNormalizingNewlines(
                        "Stale Locks (>15 minutes):\n- Chapter_07: Locked 23 minutes ago by CLI-99999 (STALE)\n");
    }

    @Test
    @DisplayName("B18: says that the project is free")
    void status_ofNothing_saysThatTheProjectIsFree() {
        assertThat(Holdfast.in(folder).run("status").out()).startsWith("No active locks: the project is free");
    }

    @Test
    @DisplayName("B18: for programs, with the same fields always there")
    void status_asJson() {
        book.write(Entry.of("Chapter_03", 5, "CLI-12345"), Entry.of("Chapter_07", 23, "CLI-99999"));
        Map<String, ?> answer =
                Json.readObject(Holdfast.in(folder).run("status", "--json").out());
        assertThat(answer).containsKeys("store", "preset", "locks");
        List<?> locks = (List<?>) Objects.requireNonNull(answer.get("locks"));
        Map<?, ?> stale = (Map<?, ?>) Objects.requireNonNull(locks.get(1));
        assertThat(stale.keySet()).hasToString("[resource, free, holders, ended, waiting, queue, asOf]");
        Map<?, ?> hold = (Map<?, ?>) Objects.requireNonNull(((List<?>) stale.get("holders")).get(0));
        assertThat(hold.keySet())
                .hasToString(
                        "[resource, name, owner, mode, fence, since, active, seen, until, lease, note, processes, state]");
        assertThat(hold.get("name")).isEqualTo("CLI-99999");
        assertThat(hold.get("state")).isEqualTo("suspect");
    }

    @Test
    @DisplayName("B18: redrawn at a terminal whenever something changes, until it is ended")
    void watch_showsChanges() throws Exception {
        Holdfast.Running watching = Holdfast.in(folder).atTerminal().start("status", "--watch");
        try {
            shows(watching, "No active locks");
            book.write(Entry.of("Chapter_03", 5, "CLI-12345"));
            shows(watching, "- Chapter_03: Locked ");
            assertThat(watching.out()).containsPattern("- Chapter_03: Locked \\d+ minutes ago by CLI-12345");
            assertThat(watching.process().isAlive()).isTrue();
            watching.type("\u0003");
            assertThat(watching.done().code()).isEqualTo(ExitCode.CANCELLED);
        } finally {
            watching.process().destroyForcibly();
        }
    }

    @Test
    void status_ofAnotherPreset_hasItsOwnFacts() throws Exception {
        Files.writeString(folder.resolve("holdfast.yaml"), "preset: offline\nstore: sqlite:.locks/locks.db\n");
        assertThat(book.as("Bob")
                        .run("acquire", "--note", "yearly renewal", "policy/12345")
                        .code())
                .isEqualTo(ExitCode.DONE);
        assertThat(Holdfast.in(folder).run("status").out())
                .containsPattern("- policy/12345: held by Bob since .*\\d\\d:\\d\\d \\(\\d+ seconds? ago\\),"
                        + " until .*\\d\\d:\\d\\d unless renewed, note: yearly renewal\\R")
                .contains("Active Locks:", "Total: 1 active locks");
    }

    private static void shows(Holdfast.Running watching, String text) {
        await().atMost(Duration.ofSeconds(100))
                .untilAsserted(() -> assertThat(watching.out()).contains(text));
    }
}

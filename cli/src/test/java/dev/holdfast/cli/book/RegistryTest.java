package dev.holdfast.cli.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.book.BookProject.Entry;
import dev.holdfast.cli.process.Holdfast;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The registry as the commands make, read and write it. */
@Timeout(120)
final class RegistryTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("B2: init makes the folder, the file, the line in .gitignore and the configuration, once")
    void init_isRepeatable_andOverwritesNothing() throws Exception {
        Files.createDirectory(folder.resolve(".git"));
        Files.writeString(folder.resolve(".gitignore"), "Drafts/\n");
        Holdfast.Done first = Holdfast.in(folder).run("init", "--preset", "book");
        assertThat(first.code()).as(first.err()).isEqualTo(ExitCode.DONE);
        assertThat(first.out())
                .contains("Created holdfast.yaml.", "Created .locks/locks.json.", "Created the line .locks/");
        assertThat(Files.readString(folder.resolve(".gitignore")))
                .isEqualTo("Drafts/\n\n# Lock files (local only, not committed)\n.locks/\n");
        assertThat(Files.readString(folder.resolve(".locks/locks.json")))
                .isEqualToIgnoringWhitespace("{\"locks\": []}");

        Files.writeString(folder.resolve("holdfast.yaml"), "# mine\npreset: book\n");
        Holdfast.Done second = Holdfast.in(folder).run("init", "--preset", "board");
        assertThat(second.out()).contains("Kept holdfast.yaml", "Kept .locks/locks.json", "Kept the line .locks/");
        assertThat(Files.readString(folder.resolve("holdfast.yaml"))).isEqualTo("# mine\npreset: book\n");
        assertThat(Files.readString(folder.resolve(".gitignore"))).containsOnlyOnce(".locks/");
    }

    @Test
    @DisplayName("B1, B3: entries have the document's fields; those of others count, and what we do not know survives")
    void registry_isSharedWithOtherPrograms() {
        BookProject book = BookProject.in(folder);
        Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String minuteAgo = Instant.now().minus(Duration.ofMinutes(1)).toString();
        book.write("{\"owner\":\"me\",\"locks\":[{\"resource\":\"StyleSystem\",\"timestamp\":\"" + minuteAgo
                + "\",\"instance\":\"Desktop-67890\",\"colour\":\"blue\"}]}");
        Holdfast.Done busy = book.as("CLI-12345").run("acquire", "StyleSystem");
        assertThat(busy.code()).isEqualTo(ExitCode.BUSY);
        assertThat(busy.err()).contains("StyleSystem has been held by Desktop-67890");
        assertThat(book.as("CLI-12345").run("acquire", "Chapter_03").code()).isEqualTo(ExitCode.DONE);
        List<Map<?, ?>> entries = book.entries();
        assertThat(entries.get(0).get("colour")).isEqualTo("blue");
        assertThat(entries.get(1).get("resource")).isEqualTo("Chapter_03");
        assertThat(entries.get(1).get("instance")).isEqualTo("CLI-12345");
        assertThat(Instant.parse(String.valueOf(entries.get(1).get("timestamp"))))
                .isBetween(before, Instant.now());
    }

    @Test
    @DisplayName("B15, V1: a corrupt registry is kept as a backup, the warning says where, and work goes on")
    void corruptRegistry_isResetWithAWarning() throws Exception {
        BookProject book = BookProject.in(folder);
        book.write("{\"locks\": [{\"resource\": ");
        Holdfast.Done done = book.as("CLI-1").run("acquire", "Chapter_03");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        try (Stream<Path> files = Files.list(folder.resolve(".locks"))) {
            Path backup = files.filter(file -> file.getFileName().toString().startsWith("locks.json.corrupt."))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.readString(backup)).isEqualTo("{\"locks\": [{\"resource\": ");
            assertThat(done.err()).contains("corrupt", backup.getFileName().toString(), "work goes on");
        }
        assertThat(book.locked()).containsExactly("Chapter_03");
    }

    @Test
    @DisplayName("B17: of several instances that acquire at the same instant exactly one wins")
    void simultaneousAcquires_oneWins() throws Exception {
        BookProject book = BookProject.in(folder);
        List<Holdfast.Running> racers = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            racers.add(book.as("CLI-" + i).start("acquire", "Chapter_03"));
        }
        List<Integer> codes = racers.stream().map(racer -> racer.done().code()).toList();
        assertThat(codes).containsOnlyOnce(ExitCode.DONE);
        assertThat(codes).filteredOn(code -> code == ExitCode.BUSY).hasSize(3);
        assertThat(book.locked()).containsExactly("Chapter_03");
    }

    @Test
    @DisplayName("B17: two entries for one resource: the newest counts, and the duplicate is reported")
    void duplicateEntries_areReported() {
        BookProject book = BookProject.in(folder);
        book.write(Entry.of("Chapter_03", 9, "CLI-1"), Entry.of("Chapter_03", 2, "CLI-2"));
        Holdfast.Done done = book.as("CLI-3").run("status");
        assertThat(done.out()).contains("- Chapter_03: Locked 2 minutes ago by CLI-2", "Total: 1 active locks");
        assertThat(done.err()).contains("Chapter_03 has 2 entries", "CLI-2");
    }
}

package dev.holdfast.store.file.project;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GitIgnoreTest {
    private static final String LINES = "# Lock files (local only, not committed)\n.locks/\n";

    private final List<String> warnings = new ArrayList<>();

    @TempDir
    Path outside;

    private Path project;
    private Path file;

    @BeforeEach
    void makeProject() throws IOException {
        project = Files.createDirectories(outside.resolve("work/project"));
        file = project.resolve(".gitignore");
    }

    @Test
    @DisplayName("B2: .locks/ is added to .gitignore, once")
    void add_twice_writesOnce() throws IOException {
        Files.createDirectory(project.resolve(".git"));

        add();
        add();

        assertThat(file).hasContent(LINES);
    }

    @Test
    void add_gitAbove_writesInTheProject() throws IOException {
        Files.writeString(outside.resolve(".git"), "gitdir: elsewhere");

        add();

        assertThat(Files.readString(file)).isEqualTo(LINES);
    }

    @Test
    void add_existingFile_keepsWhatIsThere() throws IOException {
        Files.writeString(file, "*.bak\n");

        add();

        assertThat(Files.readString(file)).isEqualTo("*.bak\n\n" + LINES);
    }

    @Test
    void add_existingFileWithoutLastLineEnd_startsANewLine() throws IOException {
        Files.writeString(file, "*.bak");

        add();

        assertThat(Files.readString(file)).isEqualTo("*.bak\n\n" + LINES);
    }

    @Test
    void add_existingFileWithCarriageReturns_usesThemToo() throws IOException {
        Files.writeString(file, "*.bak\r\n");

        add();
        add();

        assertThat(Files.readString(file)).isEqualTo("*.bak\r\n\r\n" + LINES.replace("\n", "\r\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".locks/",
                ".locks",
                "/.locks/",
                "  .locks/  ",
                "**/.locks/",
                ".locks/*",
                "!.locks/",
                "\uFEFF.locks"
            })
    void add_lineThatSpeaksOfIt_changesNothing(String line) throws IOException {
        Files.writeString(file, "x\n" + line + "\ny");
        if (line.startsWith("\uFEFF")) {
            Files.writeString(file, line);
        }
        String before = Files.readString(file);

        add();

        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"# .locks/", "my.locks/", ".locks/x", "xlocks/", "docs/.locks/"})
    void add_lineThatSpeaksOfSomethingElse_isNotEnough(String line) throws IOException {
        Files.writeString(file, line + "\n");

        add();

        assertThat(Files.readString(file)).isEqualTo(line + "\n\n" + LINES);
    }

    @Test
    void add_noGit_writesNothing() throws IOException {
        // Of its own, since the build itself is in a git work tree.
        try (FileSystem system = Jimfs.newFileSystem(Configuration.unix())) {
            Path locks = Files.createDirectories(system.getPath("/home/me/book/.locks"));

            new GitIgnore(locks).addWhereGitIsUsed(warnings::add);

            assertThat(Files.exists(locks.resolveSibling(".gitignore"))).isFalse();
            assertThat(warnings).isEmpty();
        }
    }

    @Test
    void add_symbolicLink_isLeftAloneAndTold() throws IOException {
        Path elsewhere = Files.writeString(outside.resolve("elsewhere"), "precious\n");
        Files.createSymbolicLink(file, elsewhere);

        add();

        assertThat(elsewhere).hasContent("precious\n");
        assertThat(warnings).singleElement().asString().contains(".gitignore", ".locks/");
    }

    @Test
    void add_folderInItsPlace_isOnlyTold() throws IOException {
        Files.createDirectory(file);

        add();

        assertThat(warnings).singleElement().asString().contains(".gitignore", ".locks/");
    }

    @Test
    void add_folderWithSpecialName_isEscaped() throws IOException {
        Files.writeString(file, "");

        new GitIgnore(project.resolve("[ä] b")).addWhereGitIsUsed(warnings::add);
        new GitIgnore(project.resolve("[ä] b")).addWhereGitIsUsed(warnings::add);

        assertThat(Files.readAllLines(file)).hasSize(2).last().isEqualTo("\\[ä\\]\\ b/");
    }

    private void add() {
        new GitIgnore(project.resolve(".locks")).addWhereGitIsUsed(warnings::add);
    }

    @Test
    void addedOnRequest_alsoWithoutGit_once() throws Exception {
        GitIgnore ignore = new GitIgnore(project.resolve(".locks"));
        assertThat(ignore.add(warnings::add)).isTrue();
        assertThat(ignore.add(warnings::add)).isFalse();
        assertThat(Files.readString(project.resolve(".gitignore"))).endsWith("\n.locks/\n");
    }
}

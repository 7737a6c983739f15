package dev.holdfast.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast hooks} writes settings and takes them away, and says what it did. */
final class HooksTest {
    @TempDir
    Path temporary;

    private Path root = Path.of("");
    private Holdfast holdfast = Holdfast.at(root);

    @BeforeEach
    void project() throws IOException {
        root = temporary.toRealPath();
        holdfast = ProjectFolder.at(root)
                .as("Anna")
                .with("HOME", root.resolve("home").toString());
    }

    private String run(String... arguments) {
        Holdfast.Done done = holdfast.run(arguments);
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        return done.out();
    }

    @Test
    void install_makesChangesAndKeeps_andRemoveTakesAway() throws IOException {
        Path file = root.resolve(".claude/settings.json");
        String[] install = {"hooks", "install", "claude", "--command", "holdfast", "--take", "mapped"};
        assertThat(run(install)).isEqualTo("Created " + file + ".\n");
        assertThat(Files.readString(file)).contains("\"command\": \"holdfast hook --take mapped\"");
        assertThat(run(install)).isEqualTo("Kept " + file + ", which is up to date.\n");
        assertThat(run("hooks", "install", "claude", "--command", "holdfast", "--when-away", "closed"))
                .isEqualTo("Changed " + file + ".\n");
        assertThat(run("hooks", "remove", "claude")).isEqualTo("Removed " + file + ".\n");
        assertThat(file).doesNotExist();
        assertThat(run("hooks", "remove", "claude")).isEqualTo("There was nothing to remove.\n");
    }

    @Test
    void install_forTheUserOrForOneself_isElsewhere() {
        run("hooks", "install", "claude", "gemini", "--user", "--command", "holdfast");
        run("hooks", "install", "claude", "--local", "--command", "holdfast");
        assertThat(root.resolve("home/.claude/settings.json")).exists();
        assertThat(root.resolve("home/.gemini/settings.json")).content().contains("\"BeforeTool\"", "30000");
        assertThat(root.resolve(".claude/settings.local.json")).exists();
        assertThat(root.resolve(".claude/settings.json")).doesNotExist();
    }

    @Test
    void install_linksThatCameWithAClone_leadNoWriteElsewhere() throws IOException {
        Path elsewhere = Files.writeString(root.resolveSibling(root.getFileName() + ".profile"), "{}");
        Path folder = Files.createDirectories(root.resolve(".claude"));
        Files.createSymbolicLink(folder.resolve("settings.json.holdfast-new"), elsewhere);
        run("hooks", "install", "claude", "--command", "holdfast");
        assertThat(elsewhere).content().isEqualTo("{}");
        assertThat(Files.isSymbolicLink(folder.resolve("settings.json"))).isFalse();

        Files.createSymbolicLink(folder.resolve("settings.local.json"), elsewhere);
        Holdfast.Done done = holdfast.run("hooks", "install", "claude", "--local", "--command", "holdfast");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains("settings.local.json leads out of the project, to " + elsewhere);
        assertThat(elsewhere).content().isEqualTo("{}");
        Files.delete(elsewhere);
    }

    @Test
    void brokenSettings_areLeftAsTheyAre() throws IOException {
        Path file = Files.createDirectories(root.resolve(".gemini")).resolve("settings.json");
        Files.writeString(file, "{\n  \"a\": \n");
        Holdfast.Done done = holdfast.run("hooks", "install", "gemini", "--command", "holdfast");
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains("settings.json is not as Gemini CLI has it (line 3: it ends too early)");
        assertThat(Files.readString(file)).isEqualTo("{\n  \"a\": \n");
    }

    @Test
    void wrongWords_areExplained() {
        for (String line : new String[] {"hooks install", "hooks update claude", "hooks install emacs"}) {
            assertThat(holdfast.run(line.split(" ", -1)).code()).isEqualTo(ExitCode.USAGE);
        }
        assertThat(holdfast.run("hooks", "install", "gemini", "--local", "--command", "x")
                        .code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(holdfast.run("hooks", "install", "claude", "--take", "some", "--command", "x")
                        .code())
                .isEqualTo(ExitCode.USAGE);
    }
}

package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command works wherever a project may be, and beside another installation of itself. */
final class PlacesTest {
    @TempDir
    Path folder;

    @Test
    void project_inALinkedWorkTree_sharesTheLocksOfTheMainOne() throws Exception {
        Path main = Files.createDirectories(folder.resolve("main"));
        git(main, "init", "-q");
        git(main, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "--allow-empty", "-m", "x");
        git(main, "worktree", "add", "-q", "../linked");
        Path linked = folder.resolve("linked");
        assertThat(Holdfast.in(main)
                        .with("HOLDFAST_OWNER", "CLI-1")
                        .run("acquire", "x")
                        .code())
                .isEqualTo(ExitCode.DONE);
        Holdfast.Done refused =
                Holdfast.in(main).from(linked).with("HOLDFAST_OWNER", "CLI-2").run("acquire", "x");
        assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
        assertThat(refused.err()).contains("CLI-1");
        assertThat(linked.resolve(".locks")).doesNotExist();
    }

    @Test
    void project_inAPathWithBlanksAndAccents_works() throws IOException {
        Path odd = Files.createDirectories(folder.resolve("my bök – 第3章"));
        Holdfast here = Holdfast.in(odd).with("HOLDFAST_OWNER", "CLI-1").with("LC_ALL", "C.UTF-8");
        assertThat(here.run("acquire", "Chapter_03").code()).isEqualTo(ExitCode.DONE);
        assertThat(here.run("run", "Chapter_04", "--", "pwd").out()).contains("第3章");
        assertThat(here.run("release", "--all").code()).isEqualTo(ExitCode.DONE);
        assertThat(odd.resolve(".locks/locks.json")).content().doesNotContain("Chapter_03");
    }

    @Test
    void home_thatCannotBeWritten_isNotNeeded() {
        Holdfast here = Holdfast.in(folder)
                .with("HOLDFAST_OWNER", "CLI-1")
                .with("HOME", "/dev/null")
                .asProcess();
        assertThat(here.run("acquire", "x").code()).isEqualTo(ExitCode.DONE);
        assertThat(here.run("run", "y", "--", "true").code()).isZero();
        assertThat(here.run("release", "x").code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void registry_ofANewerInstallation_isLeftAsItIsAndSaysSo() throws IOException {
        Holdfast here = Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-1");
        assertThat(here.run("acquire", "x").code()).isEqualTo(ExitCode.DONE);
        Path journal = folder.resolve(".locks/.holdfast/file/journal-1");
        String newer = Files.readString(journal).replace("holdfast-journal 1 ", "holdfast-journal 2 ");
        Files.writeString(journal, newer);
        String registry = Files.readString(folder.resolve(".locks/locks.json"));
        for (List<String> line : List.of(
                List.of("acquire", "y"),
                List.of("release", "x"),
                List.of("run", "z", "--", "touch", "ran"),
                List.of("clear", "--yes"))) {
            Holdfast.Done done = here.run(line.toArray(String[]::new));
            assertThat(done.code()).as(line + done.err()).isEqualTo(ExitCode.UNWRITABLE);
            assertThat(done.err()).contains("newer version");
        }
        assertThat(journal).hasContent(newer);
        assertThat(folder.resolve(".locks/locks.json")).hasContent(registry);
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    private static void git(Path where, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of("git"));
        line.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(line).directory(where.toFile()).start().waitFor())
                .as(line.toString())
                .isZero();
    }
}

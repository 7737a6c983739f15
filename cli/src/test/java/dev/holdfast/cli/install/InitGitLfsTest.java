package dev.holdfast.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code init --git-lfs} writes what is missing, and keeps all else. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class InitGitLfsTest {
    @TempDir
    Path folder;

    private Holdfast.Done init() {
        return ProjectFolder.at(folder).as("Ann").run("init", "--git-lfs");
    }

    private String text(String file) throws Exception {
        return Files.readString(folder.resolve(file));
    }

    @Test
    void declaredFiles_becomeLockable_onceAndBesideOthers() throws Exception {
        Files.writeString(folder.resolve("holdfast.yaml"), """
                resources:
                  Chapter_{chapter:02}:
                    - Manuscript/Chapters/Chapter_{chapter:02}.md
                    - Draft of {chapter:02}/**
                  Cover: [cover.png]
                """);
        Files.writeString(folder.resolve(".gitattributes"), "cover.png binary lockable\n*.psd lockable");
        assertThat(init().code()).isEqualTo(ExitCode.DONE);
        assertThat(text(".lfsconfig")).isEqualTo("[lfs]\n\tlocksverify = true\n");
        String attributes = text(".gitattributes");
        assertThat(attributes).isEqualTo("""
                cover.png binary lockable
                *.psd lockable
                Manuscript/Chapters/Chapter_*.md lockable
                "Draft of */**" lockable
                """);
        Holdfast.Done again = init();
        assertThat(again.out()).contains("Kept .lfsconfig", "Kept .gitattributes");
        assertThat(text(".gitattributes")).isEqualTo(attributes);
    }

    @Test
    void whatTheConfigurationSays_isKept() throws Exception {
        Files.writeString(
                folder.resolve(".lfsconfig"), "[lfs]\n\turl = https://x/git/y/info/lfs\n\tlocksVerify = false\n");
        assertThat(init().err()).contains("No file is lockable yet");
        assertThat(text(".lfsconfig")).contains("locksVerify = false").doesNotContain("locksverify = true");
        assertThat(folder.resolve(".gitattributes")).doesNotExist();
    }

    @Test
    void link_isLeftAlone() throws Exception {
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "mine\n");
        Files.createSymbolicLink(folder.resolve(".lfsconfig"), elsewhere);
        assertThat(init().code()).isEqualTo(ExitCode.USAGE);
        assertThat(Files.readString(elsewhere)).isEqualTo("mine\n");
    }
}

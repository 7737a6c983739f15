package dev.holdfast.protocol.gitlfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.protocol.gitlfs.LfsHttp.Told;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bare repository that cannot be read for a while, as while it is packed again or on a disk that is away. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RepositoryFilesTest {
    private static final String CHAPTER = "Manuscript/Chapters/Chapter_03.md";
    private static final String DRAFT = "Manuscript/Chapters/Chapter_03_draft.md";

    @TempDir
    Path folder;

    private Path bare;

    @BeforeEach
    void makeRepository() throws Exception {
        bare = Clone.bare(folder.resolve("novel.git"));
        Path work = Files.createDirectories(folder.resolve("work"));
        Clone clone = new Clone(work, folder);
        clone.git("init", "-q", "-b", "main").require(0);
        clone.git("config", "user.name", "ann").require(0);
        clone.git("config", "user.email", "ann@example.org").require(0);
        clone.commit(CHAPTER, "It rained.");
        clone.commit(DRAFT, "It poured.");
        clone.git("push", "-q", bare.toString(), "main").require(0);
    }

    /** The tree of the folder Manuscript, so that git knows the commit and cannot list its files. */
    private Path objectOfTheFolder() throws Exception {
        Clone.Told told = new Clone(folder, folder)
                .run("git", "--git-dir=" + bare, "rev-parse", "main:Manuscript")
                .require(0);
        String id = told.text().strip();
        return bare.resolve("objects").resolve(id.substring(0, 2)).resolve(id.substring(2));
    }

    @Test
    void filesThatCannotBeRead_refuseThePush_andAreReadAgain() throws Exception {
        try (LfsServer server = LfsServer.start(Map.of("path", bare.toString(), "map", "novel.yaml"))) {
            server.as("ann").lock(CHAPTER);
            LfsHttp bob = server.as("bob");
            Path object = objectOfTheFolder();
            Path away = folder.resolve("away");
            Files.move(object, away);
            Told refused = bob.verify();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.message())
                    .contains("cannot be read")
                    .doesNotContain(folder.getFileName().toString());
            Files.move(away, object);
            assertThat(bob.verify().paths("theirs")).containsExactly(CHAPTER, DRAFT);
        }
    }

    @Test
    void repositoryThatIsAway_refusesThePush_unlessItHasNoCommit() throws Exception {
        try (LfsServer server = LfsServer.start(Map.of("path", bare.toString(), "map", "novel.yaml"))) {
            server.as("ann").lock(CHAPTER);
            Path away = folder.resolve("away.git");
            Files.move(bare, away);
            assertThat(server.as("bob").verify().status()).isEqualTo(503);
            Clone.bare(bare);
            assertThat(server.as("bob").verify().status()).isEqualTo(200);
            Files.writeString(bare.resolve("HEAD"), "damaged", StandardCharsets.UTF_8);
            assertThat(server.as("bob").verify().status()).isEqualTo(503);
        }
    }

    /** Returns the files of a repository whose git writes a line for each of its processes. */
    private RepositoryFiles counted(Path repository, Path processes) throws Exception {
        Path git = Files.writeString(
                folder.resolve("git-counted"), "#!/bin/sh\necho \"$2\" >>'" + processes + "'\nexec git \"$@\"\n");
        assertThat(git.toFile().setExecutable(true)).isTrue();
        return new RepositoryFiles(repository, List::of, git.toString());
    }

    @Test
    void files_takeOneProcessEachTime_andAnotherForANewList() throws Exception {
        Path processes = folder.resolve("processes");
        RepositoryFiles files = counted(bare, processes);
        assertThat(files.of("refs/heads/main")).containsOnlyKeys(CHAPTER, DRAFT);
        assertThat(processes).hasContent("cat-file\nls-tree");
        assertThat(files.of("refs/heads/main")).hasSize(2);
        assertThat(files.of("refs/heads/new")).as("of the default branch").hasSize(2);
        assertThat(files.of("refs/heads/../main")).hasSize(2);
        assertThat(processes).hasContent("cat-file\nls-tree\ncat-file\ncat-file\ncat-file");
    }

    @Test
    void files_ofARepositoryWithoutACommit_takeOneProcess() throws Exception {
        Path processes = folder.resolve("processes");
        RepositoryFiles files = counted(Clone.bare(folder.resolve("empty.git")), processes);
        assertThat(files.of("refs/heads/main")).isEmpty();
        assertThat(processes).hasContent("cat-file");
    }
}

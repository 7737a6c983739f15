package dev.holdfast.cli.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Preset;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.trust.UntrustedProjectException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where a project's locks are, and what its files are called there. */
@Timeout(120)
final class ProjectTest {
    @TempDir
    Path temporary;

    private Path root = Path.of("");

    @BeforeEach
    void realRoot() throws Exception {
        root = temporary.toRealPath();
        Files.writeString(root.resolve("holdfast.yaml"), """
                store: file:locks
                preset: book
                policies:
                  - pattern: Style
                    suspect-after: 20m
                resources:
                  Style:
                    - style/*.md
                """);
    }

    @Test
    void store_isByOptionThenVariableThenFileThenUsual() throws Exception {
        Path folder = Files.createDirectories(root.resolve("a/b"));
        Project named = project(folder, Map.of("HOLDFAST_STORE", "sqlite:x.db"));
        assertThat(named.storeAddress("dir:y")).isEqualTo("dir:" + folder.resolve("y"));
        assertThat(named.storeAddress(null)).isEqualTo("sqlite:" + folder.resolve("x.db"));
        assertThat(project(folder, Map.of()).storeAddress(null)).isEqualTo("file:" + root.resolve("locks"));
        Files.writeString(root.resolve("holdfast.yaml"), "");
        assertThat(project(folder, Map.of()).storeAddress(null)).isEqualTo("file:" + root.resolve(".locks"));
    }

    @Test
    void policies_areForTheStoreOfTheFile_notForOtherKinds() {
        Project project = project(root, Map.of());
        assertThat(Objects.requireNonNull(project.policies("file:elsewhere"))
                        .forResource("Style")
                        .suspectAfter())
                .isEqualTo(Duration.ofMinutes(20));
        assertThat(project.policies("dir:x")).isNull();
        assertThat(project.preset("dir:x")).isEqualTo(Preset.BOARD);
    }

    @Test
    void linkedWorkTree_sharesTheLocksOfTheMainOne() throws Exception {
        Path main = Files.createDirectories(root.resolve("main/sub"));
        Files.createFile(main.resolve("holdfast.yaml"));
        git(root.resolve("main"), "init", "-q");
        git(root.resolve("main"), "add", ".");
        git(root.resolve("main"), "-c", "user.name=x", "-c", "user.email=x@localhost", "commit", "-qm", "x");
        git(root.resolve("main"), "worktree", "add", "-q", "../linked");
        Project project = project(root.resolve("linked/sub"), Map.of());
        assertThat(project.root()).isEqualTo(root.resolve("linked/sub"));
        assertThat(project.storeAddress(null)).isEqualTo("file:" + main.resolve(".locks"));
    }

    @Test
    void resource_isADeclaredNameThenACoveredPathThenAFileThenAPlainName() throws Exception {
        Path folder = Files.createDirectories(root.resolve("style"));
        Files.createFile(folder.resolve("notes.txt"));
        Files.createSymbolicLink(root.resolve("link.md"), folder.resolve("guide.md"));
        Files.createFile(folder.resolve("guide.md"));
        Project project = project(folder, Map.of());
        assertThat(project.resource("Style")).isEqualTo("Style");
        assertThat(project.resource("guide.md")).isEqualTo("Style");
        assertThat(project.resource("not-yet.md")).isEqualTo("Style");
        assertThat(project.resource(root.resolve("style/guide.md").toString())).isEqualTo("Style");
        assertThat(project.resource("../link.md")).isEqualTo("Style");
        assertThat(project.resource("notes.txt")).isEqualTo("style/notes.txt");
        assertThat(project.resource("policy/12345")).isEqualTo("policy/12345");
        assertThat(project.resource("/etc/hostname")).isEqualTo("/etc/hostname");
        assertThat(project.resource("a\u0000b")).isEqualTo("a\u0000b");
        assertThat(project.covering("guide.md")).containsExactly("Style");
        assertThat(project.resources(List.of("guide.md", "Style", "x"))).containsExactly("Style", "x");
    }

    @Test
    void resource_withoutAMap_isItsName() throws Exception {
        Files.writeString(root.resolve("holdfast.yaml"), "");
        Files.createDirectories(root.resolve("a"));
        Files.createFile(root.resolve("a/lock"));
        assertThat(project(root.resolve("a"), Map.of()).resource("lock")).isEqualTo("lock");
    }

    @Test
    void resource_writtenAsAPath_isItsPathFromTheRoot_alsoWithoutAMap() throws Exception {
        Files.writeString(root.resolve("holdfast.yaml"), "");
        Path folder = Files.createDirectories(root.resolve("src/a"));
        Project project = project(folder, Map.of());
        assertThat(project.resource("./new.txt")).isEqualTo("src/a/new.txt");
        assertThat(project.resource("../b.txt")).isEqualTo("src/b.txt");
        assertThat(project.resource(root.resolve("src/a/x").toString())).isEqualTo("src/a/x");
        assertThat(project.resource("../../../elsewhere")).isEqualTo("../../../elsewhere");
        assertThat(project.resource("new.txt")).isEqualTo("new.txt");
    }

    @Test
    void covering_withoutAMap_isTheNameAndThePath() throws Exception {
        Files.writeString(root.resolve("holdfast.yaml"), "");
        Path folder = Files.createDirectories(root.resolve("src"));
        Project project = project(folder, Map.of());
        assertThat(project.covering("x.txt")).containsExactly("x.txt", "src/x.txt");
        assertThat(project.covering("./x.txt")).containsExactly("src/x.txt");
        assertThat(project.covering(root.resolve("src/x.txt").toString())).containsExactly("src/x.txt");
        assertThat(project.covering("/etc/hostname")).containsExactly("/etc/hostname");
        assertThat(project.isMapped("x.txt")).isFalse();
    }

    @Test
    void map_isForAnyProject() throws Exception {
        Files.writeString(root.resolve("holdfast.yaml"), """
                resources:
                  payments:
                    - src/payments/**
                    - db/payments_*.sql
                  schema:
                    - db/**
                """);
        Project project = project(root, Map.of());
        assertThat(project.resource("src/payments/api/Invoice.java")).isEqualTo("payments");
        assertThat(project.resource("src/payments")).isEqualTo("payments");
        assertThat(project.resource("src/paymentsX/Y.java")).isEqualTo("src/paymentsX/Y.java");
        assertThat(project.covering("db/payments_1.sql")).containsExactly("payments", "schema");
        assertThat(project.isMapped("db/x")).isTrue();
        assertThat(project.isMapped("README.md")).isFalse();
    }

    @Test
    void folder_isWithThoseWhoseFilesCouldLieInIt() throws Exception {
        Files.writeString(root.resolve("holdfast.yaml"), """
                resources:
                  Chapter_{chapter:02}:
                    - text/Chapter_{chapter:02}/**
                    - text/Chapter_{chapter:02}.md
                  Images:
                    - images/**/*_Registry.md
                """);
        for (String folder : List.of("text/Chapter_3", "text/Chapter_07", "images/a/b", "other")) {
            Files.createDirectories(root.resolve(folder));
        }
        Project project = project(root, Map.of());
        assertThat(project.isFolderWith("text", "Chapter_03")).isTrue();
        assertThat(project.isFolderWith("text/Chapter_3", "Chapter_03")).isTrue();
        assertThat(project.isFolderWith("text/Chapter_07", "Chapter_03")).isFalse();
        assertThat(project.isFolderWith("images/a/b", "Images")).isTrue();
        assertThat(project.isFolderWith("other", "Images")).isFalse();
        assertThat(project.isFolderWith("other", "other/notes.txt")).isTrue();
        assertThat(project.isFolderWith("other", "otherwise.txt")).isFalse();
        assertThat(project.isFolderWith(".", "other/notes.txt")).isTrue();
        assertThat(project.isFolderWith("..", "Images")).isTrue();
        assertThat(project.isFolderWith("not-there", "not-there/x")).isFalse();
    }

    @Test
    void linkedWorkTree_thatNoRepositoryKnows_hasItsOwnLocks() throws Exception {
        Path victim = Files.createDirectories(root.resolve("victim/.git"));
        Path stranger = Files.createDirectories(root.resolve("stranger/x")).getParent();
        Files.writeString(stranger.resolve(".git"), "gitdir: x\n");
        Files.writeString(stranger.resolve("x/commondir"), victim + "\n");
        assertThat(project(stranger, Map.of()).shared()).isEqualTo(stranger);
    }

    @Test
    void serveSection_countsOnceItIsTrusted() throws Exception {
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", root.resolve("state").toString());
        Files.writeString(root.resolve("holdfast.yaml"), "serve: {sign-in: {jwt: {issuer: evil}}}\n");
        Project project = project(root, environment);
        assertThatThrownBy(() -> project.serve(ServeSettings.ListenOptions.NONE))
                .isInstanceOf(UntrustedProjectException.class)
                .hasMessageContaining("serve.sign-in.jwt.issuer: evil");
        assertThatThrownBy(() -> project.serveLog(null)).isInstanceOf(UntrustedProjectException.class);
        assertThat(project.storeAddress(null)).as("the store is its own").isEqualTo("file:" + root.resolve(".locks"));
        Files.writeString(
                root.resolve("holdfast.yaml"),
                "serve: {host: a, sign-in: {key: very-secret-very-secret-very-secret-1}}\n");
        project(root, environment).trustOwn();
        assertThat(project(root, environment)
                        .serve(ServeSettings.ListenOptions.NONE)
                        .host())
                .isEqualTo("a");
        assertThat(project(root, environment).claim().toString()).doesNotContain("very-secret");
        Files.writeString(
                root.resolve("holdfast.yaml"),
                "serve: {host: a, sign-in: {key: another-secret-another-secret-and-1}}\n");
        assertThatThrownBy(() -> project(root, environment).serve(ServeSettings.ListenOptions.NONE))
                .isInstanceOf(UntrustedProjectException.class);
    }

    private static Project project(Path folder, Map<String, String> environment) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        return Project.of(new Environment(environment, folder, InputStream.nullInputStream(), nowhere, nowhere));
    }

    private static void git(Path folder, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of("git", "-C", folder.toString()));
        line.addAll(List.of(arguments));
        Process git = new ProcessBuilder(line).inheritIO().start();
        assertThat(git.waitFor()).isZero();
    }
}

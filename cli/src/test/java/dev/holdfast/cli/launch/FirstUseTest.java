package dev.holdfast.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the launcher builds, and that it does so once however many ask for it. */
final class FirstUseTest {
    private static Path jar;

    @TempDir
    Path folder;

    private SmallClone clone;
    private Holdfast here;

    @BeforeAll
    static void pack() {
        jar = WholeJar.made();
    }

    @BeforeEach
    void open() throws IOException {
        clone = SmallClone.in(Files.createDirectories(folder.resolve("clone")), jar)
                .withoutArchive();
        here = Holdfast.in(folder).with("JAVA_HOME", System.getProperty("java.home"));
    }

    @ParameterizedTest(name = "flock: {0}")
    @ValueSource(booleans = {true, false})
    void firstUses_atOnce_buildOnce(boolean flock) throws IOException {
        clone.builds("while [ ! -e go ]; do sleep 0.1; done; cp '" + jar + "' cli/target/fast/holdfast.jar");
        List<Holdfast.Running> calls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            calls.add(clone.start(with(flock), "--version"));
        }
        await().atMost(100, TimeUnit.SECONDS)
                .until(() -> calls.stream()
                                .filter(call -> call.err().contains("waiting"))
                                .count()
                        == 2);
        Files.createFile(clone.folder().resolve("go"));
        List<Holdfast.Done> done = calls.stream().map(Holdfast.Running::done).toList();
        assertThat(done)
                .allSatisfy(each -> assertThat(each.code()).as(each.err()).isZero());
        assertThat(done).filteredOn(each -> each.err().contains("waiting")).hasSize(2);
        assertThat(clone.builds()).isEqualTo(1);
    }

    @ParameterizedTest(name = "flock: {0}")
    @ValueSource(booleans = {true, false})
    void firstUse_afterABuilderWasKilled_buildsAnew(boolean flock) throws IOException {
        clone.builds("exec sleep 600");
        Holdfast.Running killed = clone.start(with(flock), "--version");
        await().atMost(100, TimeUnit.SECONDS).until(() -> clone.builds() == 1);
        List<ProcessHandle> children = killed.process().descendants().toList();
        killed.process().destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        killed.done();
        clone.builds("cp '" + jar + "' cli/target/fast/holdfast.jar");
        Holdfast.Done done = clone.run(with(flock), "--version");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(clone.builds()).isEqualTo(2);
    }

    @Test
    void changedSource_isBuiltAnew() throws IOException {
        clone.run(here, "--version");
        Path source = clone.folder().resolve("stores/sql/src/main/java/Source.java");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(1)));
        assertThat(clone.run(here, "--version").err()).contains("building");
        assertThat(clone.builds()).isEqualTo(2);
    }

    @Test
    void deletedSource_isBuiltAnew() throws IOException {
        clone.run(here, "--version");
        Files.delete(clone.folder().resolve("core/src/main/java/Source.java"));
        clone.run(here, "--version");
        assertThat(clone.builds()).isEqualTo(2);
    }

    @Test
    void failedBuild_tellsMavensErrorsAndIsTriedAgain() throws IOException {
        clone.builds("echo '[ERROR] no such symbol'; exit 1");
        Holdfast.Done failed = clone.run(here, "--version");
        assertThat(failed.code()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.err()).contains("no such symbol", "build.log");
        clone.builds("cp '" + jar + "' cli/target/fast/holdfast.jar");
        assertThat(clone.run(here, "--version").code()).isZero();
    }

    private Holdfast with(boolean flock) throws IOException {
        Path folderOfTools = folder.resolve("tools");
        if (Files.exists(folderOfTools)) {
            return here.with("PATH", folderOfTools.toString());
        }
        Tools tools = Tools.in(folderOfTools);
        return here.with("PATH", (flock ? tools.withFlock() : tools).toString());
    }
}

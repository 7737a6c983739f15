package dev.holdfast.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.json.Schemas;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events of locks, as they happen. */
final class WatchTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(100);

    @TempDir
    Path folder;

    @Test
    void watch_printsEveryEventOnce_ofThesePrefixes() throws Exception {
        ProjectFolder project = ProjectFolder.at(folder);
        Holdfast ann = project.as("Ann");
        ann.run("acquire", "Chapter_01");
        Holdfast.Running all = project.as("Cleo").start("watch");
        Holdfast.Running some = project.as("Cleo").start("watch", "Chapter_", "--json");
        try {
            await().atMost(TIMEOUT)
                    .until(() -> all.err().contains("Watching all locks at file:")
                            && some.err().contains("Watching Chapter_* at file:"));
            ann.run("acquire", "Chapter_03", "--note", "second draft");
            ann.run("acquire", "StyleSystem");
            project.as("Ben").run("force-release", "Chapter_03", "--reason", "gone home");
            await().atMost(TIMEOUT)
                    .until(() ->
                            all.out().lines().count() == 3 && some.out().lines().count() == 2);
            assertThat(all.out().lines())
                    .satisfiesExactly(
                            line -> assertThat(line).containsPattern("acquired +Chapter_03  Ann  \\(second draft\\)"),
                            line -> assertThat(line).containsPattern("acquired +StyleSystem  Ann"),
                            line -> assertThat(line)
                                    .containsPattern("forced +Chapter_03  Ann  by Ben  \\(gone home\\)"));
            List<String> lines = some.out().lines().toList();
            Schemas schemas = new Schemas();
            assertThat(lines)
                    .allSatisfy(line ->
                            assertThat(schemas.mistakes("watch", line)).as(line).isEmpty());
            assertThat(lines.get(1)).contains("\"kind\":\"forced\"", "\"reason\":\"gone home\"");
        } finally {
            all.process().destroy();
            some.process().destroy();
        }
    }

    @Test
    void watch_beforeTheFirstLock_waitsForIt() throws Exception {
        ProjectFolder project = ProjectFolder.at(folder);
        Holdfast.Running watch = project.as("Cleo").start("watch");
        try {
            await().atMost(TIMEOUT).until(() -> watch.err().contains("Waiting for the first lock"));
            assertThat(folder.resolve(".locks")).doesNotExist();
            project.as("Ann").run("acquire", "a");
            await().atMost(TIMEOUT).until(() -> watch.err().contains("Watching"));
            project.as("Ann").run("release", "a");
            await().atMost(TIMEOUT).until(() -> watch.out().contains("released"));
        } finally {
            watch.process().destroy();
        }
    }
}

package dev.holdfast.it.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.check.LongTest;
import dev.holdfast.cli.Main;
import dev.holdfast.cli.base.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast demo} of examples that play their scenes and end. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ScriptedDemoTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private record Done(int code, String out, String err) {}

    private static Done run(Path where, List<String> line) throws Exception {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        Process process = new ProcessBuilder(line)
                .directory(where.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new Done(process.waitFor(), Files.readString(out), Files.readString(err));
    }

    private Done demo(String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "demo"));
        line.addAll(List.of(arguments));
        return run(folder, line);
    }

    @Test
    void board_playsItsScenesAndSaysWhatToTryNext() throws Exception {
        Done done = demo("board");
        assertThat(done.code()).as(done.out() + done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).contains("== The board", "read in spite of the lock", "exit code 1");
        assertThat(done.err()).contains("holdfast-demo-board", "./holdfast --store dir:board/storage run lock");
        assertThat(demo("board").err()).contains("exists already");
        Path there = folder.resolve("holdfast-demo-board");
        Done version = run(there, List.of("./holdfast", "--version"));
        assertThat(version.out()).as(version.err()).startsWith("holdfast ");
        Done tool = run(there, List.of("./resume-tool", "list"));
        assertThat(tool.code()).as(tool.err()).isEqualTo(ExitCode.DONE);
        TypedHints hints = TypedHints.of(done.err());
        hints.type("bin/board add", 0);
        hints.type("bin/board edit 0001", 0);
        assertThat(hints.type("bin/board --help", 0)).contains("lock");
        TypedHints.Typed holder = hints.start("./holdfast --store dir:board/storage run lock");
        await().atMost(LIMIT).until(() -> Files.exists(there.resolve("board/storage/lock/pid")));
        TypedHints.Typed later = hints.start("BOARD_LOCK_TIMEOUT=60 bin/board add");
        holder.close();
        assertThat(later.code()).as(later.said()).isEqualTo(ExitCode.DONE);
        assertThat(run(there, List.of("bin/board", "--list")).out()).contains("Later");
        hints.assertAllTyped();
    }

    @Test
    @LongTest("starts twenty JVMs; PlayTest plays the same scenes, board the command, in every check")
    void book_playsItsScenesAndSaysWhatToTryNext() throws Exception {
        Done done = demo("book");
        assertThat(done.code()).as(done.out() + done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).contains("Example 1", "Example 4");
        assertThat(done.err()).contains("holdfast-demo-book", "./holdfast status");
        TypedHints hints = TypedHints.of(done.err());
        assertThat(hints.type("./holdfast status", 0)).contains("No active locks");
        try (TypedHints.Typed holder = hints.start("./holdfast run Chapter_03 -- sleep 60")) {
            await().atMost(LIMIT).until(() -> {
                try (TypedHints.Typed who = hints.again("./holdfast who Chapter_03")) {
                    return who.code() == 0;
                }
            });
            assertThat(hints.type("./holdfast acquire Chapter_03", ExitCode.BUSY))
                    .contains("To wait for it: holdfast acquire Chapter_03 --wait 5m");
            hints.type("./holdfast run --operation add-chapter --chapter 8 -- sh", 0);
            assertThat(holder.process().isAlive()).isTrue();
        }
        assertThat(hints.type("./holdfast history", 0)).contains("Chapter_03", "Chapter_08");
        hints.assertAllTyped();
    }

    @Test
    @LongTest("works for twenty seconds; the tests of the example show the same, board the command, in every check")
    void resume_countsEachItemOnce() throws Exception {
        Done done = demo("resume", "--in", "a folder of mine");
        assertThat(done.code()).as(done.out() + done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).contains("Each item counted once: 60 of 60.", "exit code 75", "exit code 76");
        TypedHints hints = TypedHints.of(done.err());
        hints.type("seq 1000", 0);
        try (TypedHints.Typed killed = hints.start("./resume-tool run sum")) {
            Path lock = hints.folder().resolve(".resume-tool/resume_locks/sums.lock");
            await().atMost(LIMIT).until(() -> Files.exists(lock));
            assertThat(hints.type("cat .resume-tool/resume_locks/", 0)).contains("pid");
            killed.process().descendants().forEach(ProcessHandle::destroyForcibly);
            killed.process().destroyForcibly().waitFor();
        }
        assertThat(hints.type("./resume-tool list", 0)).contains("sums");
        hints.type("./resume-tool resume sums", 0);
        hints.assertAllTyped();
    }
}

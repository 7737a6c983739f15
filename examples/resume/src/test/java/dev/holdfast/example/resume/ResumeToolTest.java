package dev.holdfast.example.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.example.resume.Tool.Call;
import dev.holdfast.example.resume.lock.ResumeLockData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One process at a time resumes a job: the real tool, in several processes. */
@Timeout(300)
class ResumeToolTest {
    @TempDir
    Path folder;

    private Tool tool;

    @BeforeEach
    void open() {
        tool = new Tool(folder);
    }

    @AfterEach
    void close() {
        tool.close();
    }

    /** A job of that many items that was killed after its first. */
    private String killedJob(String id, int items) throws Exception {
        tool.working("run", "words", tool.items(items), "--id", id).kill();
        return id;
    }

    @Test
    @DisplayName("V5, R1, R6: concurrent_resume_attempts_blocked, lock_error_message_helpful")
    void concurrentResumeAttemptsBlocked_lockErrorMessageHelpful() throws Exception {
        killedJob("mapreduce-123", 3);
        Call first = tool.start("resume", "mapreduce-123", "--pace", "600000");
        await().atMost(Tool.PATIENCE).until(() -> tool.done("mapreduce-123") == 2);
        Call second = tool.call("resume", "mapreduce-123");
        assertThat(second.code()).isEqualTo(ExitCode.BUSY);
        ResumeLockData holder = ResumeLockData.parse(Files.readString(tool.lockFile("mapreduce-123")));
        assertThat(holder.processId()).isEqualTo(first.pid());
        assertThat(second.err())
                .contains("mapreduce-123", "already in progress", "--force", holder.who())
                .containsPattern(
                        "PID " + first.pid() + " on \\S+ \\(acquired \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\)");
        assertThat(second.out()).isEmpty();
        assertThat(tool.call("list").out()).contains("mapreduce-123\t2/3\t" + holder.who());
        assertThat(tool.done("mapreduce-123"))
                .as("what was refused wrote nothing")
                .isEqualTo(2);
    }

    @Test
    @DisplayName("R2, R3, R8: the first sight of the lock file, in folders made on demand, is all of it")
    void run_lockFile_isWholeAtFirstSight() throws Exception {
        String items = tool.items(3);
        for (String id : List.of("mapreduce-1", "mapreduce-2", "session-3")) {
            Call call = tool.start("run", "words", items, "--id", id, "--pace", "600000");
            Path file = tool.storage().resolve("resume_locks").resolve(id + ".lock");
            await().pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(Tool.PATIENCE)
                    .until(() -> Files.exists(file));
            ResumeLockData data = ResumeLockData.parse(Files.readString(file));
            assertThat(data.jobId()).isEqualTo(id);
            assertThat(data.processId()).isEqualTo(call.pid());
            assertThat(data.hostname()).isEqualTo(new ResumeLockData(id).hostname());
            assertThat(data.acquiredAt()).isBetween(Instant.now().minusSeconds(60), Instant.now());
            call.kill();
        }
    }

    @Test
    @DisplayName("R7: the lock of a process that cannot be checked is that of a live one")
    void resume_uncheckableProcess_isRefused() throws Exception {
        killedJob("job", 3);
        Files.delete(tool.lockFile("job"));
        String here = new ResumeLockData("job").hostname();
        Files.writeString(tool.lockFile("job"), new ResumeLockData("job", 1L << 40, here, Instant.now()).json());
        Call refused = tool.call("resume", "job");
        assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
        assertThat(refused.err()).contains("PID 1099511627776 on " + here);
        assertThat(tool.call("resume", "job", "--force").code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    @DisplayName("R1: a plain session is protected too; different jobs go on at the same time")
    void resume_sessionAndJob_areSeparate() throws Exception {
        String text = tool.file("text.txt", "b", "a", "b");
        Call session = tool.working("session", text, "sort", "unique", "number", "--id", "session-abc");
        assertThat(tool.call("resume", "session-abc").code()).isEqualTo(ExitCode.BUSY);
        Call job = tool.working("run", "words", tool.items(3), "--id", "mapreduce-1");
        assertThat(session.process().isAlive()).isTrue();
        assertThat(tool.lockFile("session-abc")).exists();
        assertThat(tool.lockFile("mapreduce-1")).exists();
        session.kill();
        job.kill();
        assertThat(tool.call("resume", "session-abc").out()).isEqualTo("1 a\n2 b\n");
        assertThat(tool.call("resume", "mapreduce-1").out())
                .isEqualTo("here\t3\nitem0\t1\nitem1\t1\nitem2\t1\nthe\t3\n");
    }

    @Test
    @DisplayName("V5, R5: sequential_resume_succeeds: the lock is given back on success")
    void sequentialResumeSucceeds() throws Exception {
        killedJob("job", 3);
        Call first = tool.call("resume", "job");
        assertThat(first.code()).isEqualTo(ExitCode.DONE);
        assertThat(tool.lockFile("job")).doesNotExist();
        Call second = tool.call("resume", "job");
        assertThat(second.code()).isEqualTo(ExitCode.DONE);
        assertThat(second.err()).contains("3 of 3 parts were done");
        assertThat(second.out()).isEqualTo(first.out());
    }

    @Test
    @DisplayName("V5, R4: resume_after_crash_cleans_stale_lock")
    void resumeAfterCrashCleansStaleLock() throws Exception {
        Call killed = tool.working("run", "words", tool.items(3), "--id", "job");
        ResumeLockData stale = ResumeLockData.parse(Files.readString(tool.lockFile("job")));
        assertThat(stale.processId()).isEqualTo(killed.pid());
        killed.kill();
        assertThat(tool.lockFile("job")).as("nobody was there to clear it").exists();
        assertThat(tool.call("list").out()).contains("job\t1/3\tcan be resumed");
        Call resumed = tool.call("resume", "job");
        assertThat(resumed.code()).isEqualTo(ExitCode.DONE);
        assertThat(resumed.err()).contains("1 of 3 parts were done");
        assertThat(tool.lockFile("job")).doesNotExist();
    }

    @Test
    @DisplayName("R4: the lock of another host's process is not cleared, but gives way to --force")
    void resume_otherHost_isRefused() throws Exception {
        killedJob("job", 3);
        Files.delete(tool.lockFile("job"));
        ResumeLockData far = new ResumeLockData("job", 1L << 22, "far", Instant.parse("2025-01-11T10:30:00Z"));
        Files.writeString(tool.lockFile("job"), far.json());
        Call refused = tool.call("resume", "job");
        assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
        assertThat(refused.err()).contains("PID 4194304 on far (acquired 2025-01-11 10:30:00 UTC)");
        assertThat(tool.lockFile("job")).content().isEqualTo(far.json());
        Call forced = tool.call("resume", "job", "--force");
        assertThat(forced.code()).isEqualTo(ExitCode.DONE);
        assertThat(forced.out()).contains("item2\t1\n");
    }

    @Test
    @DisplayName("R9: of four processes that resume at once, exactly one does")
    void resume_fourProcesses_oneWins() throws Exception {
        killedJob("job", 50);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            calls.add(tool.start("resume", "job", "--pace", "600000"));
        }
        await().atMost(Tool.PATIENCE)
                .until(() -> tool.done("job") > 1
                        && calls.stream()
                                        .filter(call -> call.process().isAlive())
                                        .count()
                                <= 1);
        assertThat(calls.stream().filter(call -> call.process().isAlive())).hasSize(1);
        assertThat(calls.stream().filter(call -> !call.process().isAlive()))
                .hasSize(3)
                .allSatisfy(call -> assertThat(call.code()).isEqualTo(ExitCode.BUSY))
                .allSatisfy(call -> assertThat(call.err()).contains("already in progress"));
        assertThat(tool.done("job")).isEqualTo(2);
    }
}

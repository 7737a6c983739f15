package dev.holdfast.example.resume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.example.resume.Tool.Call;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** However the work ends, the lock ends with it; and when the lock ends first, the work does. */
@Timeout(300)
class LockEndsTest {
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

    @Test
    @DisplayName("R5: the lock is given back when the work fails, and the work can be mended and resumed")
    void run_failure_releases() throws Exception {
        String numbers = tool.file("numbers.txt", "1", "2.5", "many", "4");
        Call failed = tool.call("run", "sum", numbers, "--id", "job");
        assertThat(failed.code()).isEqualTo(ExitCode.FAILED);
        assertThat(failed.err()).contains("Line 3 is not a number: 'many'").doesNotContain("\tat ");
        assertThat(tool.lockFile("job")).doesNotExist();
        Path input = tool.storage().resolve("jobs/job/input.txt");
        assertThat(failed.err()).contains(input.toString());
        Files.writeString(input, "1\n2.5\n3\n4\n");
        Call resumed = tool.call("resume", "job");
        assertThat(resumed.err()).contains("2 of 4 parts were done");
        assertThat(resumed.out()).isEqualTo("10.5\n");
    }

    @Test
    @DisplayName("R5: the lock is given back on SIGTERM, and what is done is kept")
    void run_signal_releases() throws Exception {
        Call told = tool.working("run", "words", tool.items(3), "--id", "job");
        told.signal("TERM");
        assertThat(told.code()).isEqualTo(143);
        assertThat(told.err()).contains("1 of 3 parts", "resume-tool resume job");
        assertThat(tool.lockFile("job")).doesNotExist();
        assertThat(tool.call("resume", "job").err()).contains("1 of 3 parts were done");
    }

    @Test
    @DisplayName("R6: --force takes the lock from a live holder, which stops by itself and writes no more")
    void resume_force_holderStops() throws Exception {
        Call holder = tool.working("run", "words", tool.items(3), "--id", "job");
        Call forced = tool.call("resume", "job", "--force");
        assertThat(forced.code()).isEqualTo(ExitCode.DONE);
        assertThat(forced.err()).contains("Took the lock from PID " + holder.pid(), "1 of 3 parts were done");
        assertThat(holder.code()).as("long before its rest is over").isEqualTo(ExitCode.LOST);
        assertThat(holder.err()).contains("Your lock on job has ended", "took it over", "PID " + forced.pid());
        assertThat(tool.done("job")).isEqualTo(3);
        assertThat(tool.call("resume", "job").out()).isEqualTo(forced.out());
    }

    @Test
    @DisplayName("R6: a holder that was paused while its lock was taken over cannot spoil what the other did")
    void resume_force_pausedHolderIsHarmless() throws Exception {
        Call paused = tool.working("run", "words", tool.items(20), "--id", "job");
        paused.signal("STOP");
        Call forced = tool.call("resume", "job", "--force");
        assertThat(forced.code()).as(forced.err()).isEqualTo(ExitCode.DONE);
        paused.signal("CONT");
        assertThat(paused.code()).isEqualTo(ExitCode.LOST);
        assertThat(paused.out()).isEmpty();
        assertThat(tool.call("resume", "job").out()).isEqualTo(forced.out()).contains("item19\t1\n", "the\t20\n");
    }
}

package dev.holdfast.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a command under a lock comes to its end: by signals, by force, with its terminal, or because the lock is lost. */
final class RunEndTest {
    private static final String WORK = "echo $$ > worker; exec sleep 600";

    @TempDir
    Path folder;

    private Holdfast ann;

    @BeforeEach
    void makeProject() {
        ann = ProjectFolder.at(folder).as("CLI-1");
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "HUP, 129", "INT, 130"})
    @DisplayName("M8: a signal ends the command too, then the lock is released")
    void run_signalled_endsTheCommandAndGivesBack(String signal, int code) throws Exception {
        Holdfast.Running run = ann.start("run", "x", "--", "sh", "-c", WORK);
        ProcessHandle worker = worker();
        kill(signal, run.process().pid());
        assertThat(run.done().code()).isEqualTo(code);
        await().atMost(Duration.ofSeconds(100)).until(() -> !worker.isAlive());
        assertThat(ann.run("who", "x").code()).isEqualTo(ExitCode.FREE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:.locks", "dir:locks", "files:locks", "sqlite:locks.db"})
    @DisplayName("B16, R4: killed by force, the lock stays while the command works, and is free once both are gone")
    void run_killed_keepsTheLockWhileTheCommandWorks(String store) throws Exception {
        Holdfast ours = ann.with("HOLDFAST_STORE", store);
        Holdfast.Running run = ours.start("run", "x", "--", "sh", "-c", WORK);
        ProcessHandle worker = worker();
        run.process().destroyForcibly().waitFor();
        assertThat(worker.isAlive()).isTrue();
        assertThat(ours.run("run", "x", "--wait", "0s", "--", "true").code()).isEqualTo(ExitCode.BUSY);
        Holdfast.Running next = ours.start("run", "x", "--wait", "1m", "--", "sh", "-c", "date +%s%3N > taken");
        await().atMost(Duration.ofSeconds(100))
                .until(() -> ours.run("who", "x", "--json").out().contains("\"waiting\":1"));
        String held = ours.run("who", "x", "--json").out();
        worker.destroyForcibly();
        assertThat(next.done().code()).isEqualTo(ExitCode.DONE);
        Instant taken = Instant.ofEpochMilli(
                Long.parseLong(Files.readString(folder.resolve("taken")).strip()));
        Matcher until = Pattern.compile("\"until\":\"([^\"]+)\"").matcher(held);
        assertThat(!until.find() || taken.isBefore(Instant.parse(until.group(1))))
                .as("taken at %s, before a lease ends: %s", taken, held)
                .isTrue();
    }

    @Test
    @DisplayName("M5, R3: lock directories and files name the process that works")
    void run_showsTheWorkersProcess() throws Exception {
        assertThat(ann.run("--store", "dir:d", "run", "x", "--", "sh", "-c", "echo $$; cat d/x/pid")
                        .out()
                        .lines()
                        .distinct())
                .hasSize(1);
        assertThat(ann.run("--store", "files:f", "run", "x", "--", "sh", "-c", "grep -c \"process_id.*$$\" f/x.lock")
                        .out())
                .isEqualTo("1\n");
    }

    @Test
    @DisplayName("M8: closing the terminal leaves neither a lock nor the command")
    void run_terminalClosed_leavesNothing() throws Exception {
        Holdfast.Running run = ann.atTerminal().start("run", "x", "--", "sh", "-c", WORK);
        ProcessHandle worker = worker();
        run.process().destroyForcibly().waitFor(); // script, and with it the other end of the terminal
        await().atMost(Duration.ofSeconds(100)).until(() -> !worker.isAlive());
        await().atMost(Duration.ofSeconds(100)).until(() -> ann.run("who", "x").code() == ExitCode.FREE);
    }

    @Test
    @DisplayName("M8: Ctrl-C ends the command once, with its code, and leaves no lock")
    void run_interruptedAtTheTerminal_leavesTheCodeToTheCommand() throws Exception {
        String counts =
                "trap 'n=x$n' INT; echo $$ > worker; while [ -z \"$n\" ]; do sleep 0.1; done; sleep 0.5; echo \"got $n\"; exit 4";
        Holdfast.Running run = ann.atTerminal().start("run", "x", "--", "sh", "-c", counts);
        worker();
        run.type("\003");
        Holdfast.Done done = run.done();
        assertThat(done.out()).contains("got x").doesNotContain("got xx");
        assertThat(done.code()).isEqualTo(4);
        assertThat(ann.run("who", "x").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    @DisplayName("M8: Ctrl-C during run leaves the terminal as it was")
    void run_interruptedAtTheTerminal_leavesItsSettings() throws Exception {
        String script = "trap : INT; stty -g; '" + String.join("' '", Holdfast.command()) + "' run x -- sh -c '" + WORK
                + "'; echo \"code $?\"; stty -g; echo end";
        Holdfast.Running shell = ann.with("TERM", "xterm").atTerminal().start(List.of("sh", "-c", script));
        worker();
        shell.type("\003");
        await().atMost(Duration.ofSeconds(100)).until(() -> shell.out().contains("end"));
        shell.done();
        List<String> lines = shell.out().lines().toList();
        assertThat(shell.out()).contains("code 130");
        assertThat(lines.get(lines.size() - 2)).as("settings of the terminal").isEqualTo(lines.get(0));
        assertThat(ann.run("who", "x").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    @DisplayName("B4: a lock that is lost stops the command, by force if need be, and says who took it")
    void run_lost_stopsTheCommand() throws Exception {
        String stubborn = "trap '' TERM; echo $$ > worker; while :; do sleep 0.2; done";
        Holdfast.Running run = ann.start("run", "x", "--", "sh", "-c", stubborn);
        ProcessHandle worker = worker();
        Holdfast bob = ProjectFolder.at(folder).as("CLI-2");
        assertThat(bob.run("acquire", "x", "--override", "--note", "urgent").code())
                .isEqualTo(ExitCode.DONE);
        Holdfast.Done done = run.done();
        assertThat(done.code()).isEqualTo(ExitCode.LOST);
        assertThat(done.err()).contains("Your lock on x has ended: CLI-2 took it over (urgent).");
        assertThat(worker.isAlive()).isFalse();
        assertThat(bob.run("who", "x").out()).contains("CLI-2");
    }

    @Test
    void run_lostInItsLastMoment_saysSo() {
        String override = "'" + String.join("' '", Holdfast.command()) + "' --owner CLI-2 acquire x --override";
        Holdfast.Done done = ann.run("run", "x", "--", "sh", "-c", override);
        assertThat(done.code()).isEqualTo(ExitCode.LOST);
        assertThat(done.err()).contains("Your lock on x has ended: CLI-2 took it over");
    }

    private ProcessHandle worker() {
        Path file = folder.resolve("worker");
        await().atMost(Duration.ofSeconds(100)).until(() -> Files.exists(file) && Files.size(file) > 1);
        try {
            return ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
                    .orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void kill(String signal, long pid) throws Exception {
        List<String> kill = List.of("sh", "-c", "kill -s " + signal + " " + pid);
        assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
    }
}

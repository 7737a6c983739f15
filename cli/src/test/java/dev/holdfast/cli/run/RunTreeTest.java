package dev.holdfast.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import dev.holdfast.internal.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The processes that a command under a lock has started, when a signal or a loss ends the command. */
final class RunTreeTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(100);

    /** Works on for a while after TERM, and notes in every step whether the lock is there. */
    private static final String WORKER = """
            trap 'stop=yes' TERM HUP INT
            echo $$ > worker
            while [ -z "$stop" ]; do sleep 0.05; done
            for step in 1 2 3 4 5 6 7 8; do
              sleep 0.1
              if [ -d locks/x ]; then echo held; else echo free; fi >> steps
            done
            """;

    private static final String STUBBORN = "trap '' TERM HUP INT; echo $$ > worker; while :; do sleep 0.1; done";

    @TempDir
    Path folder;

    private Holdfast ann;

    @BeforeEach
    void makeProject() throws IOException {
        ann = ProjectFolder.at(folder).as("CLI-1").with("HOLDFAST_STORE", "dir:locks");
        Files.writeString(folder.resolve("worker.sh"), WORKER);
        Files.writeString(folder.resolve("stubborn.sh"), STUBBORN);
    }

    @AfterEach
    void endWorker() {
        if (Files.exists(folder.resolve("worker"))) {
            worker().ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "HUP, 129", "INT, 130"})
    @DisplayName("M8: a signal releases the lock when the last process of the command has ended, not before")
    void run_signalled_holdsWhileAChildWorksOn(String signal, int code) throws Exception {
        Holdfast.Running run = ann.start("run", "x", "--", "sh", "-c", "sh worker.sh & wait");
        awaitWorker();
        kill(signal, run.process().pid());
        assertThat(run.done().code()).isEqualTo(code);
        assertThat(worker()).as("the child of the command").isEmpty();
        assertThat(Files.readAllLines(folder.resolve("steps"))).hasSize(8).containsOnly("held");
        assertThat(ann.run("who", "x").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    @DisplayName("M8: a child whose parent has ended before the signal belongs to the command too")
    void run_signalled_waitsForOrphans() throws Exception {
        Holdfast.Running run = ann.start("run", "x", "--", "sh", "-c", "(sh worker.sh &); exec sleep 600");
        awaitWorker();
        kill("TERM", run.process().pid());
        assertThat(run.done().code()).isEqualTo(143);
        assertThat(worker()).as("the orphan").isEmpty();
        assertThat(Files.readAllLines(folder.resolve("steps"))).hasSize(8).containsOnly("held");
    }

    @Test
    @DisplayName("M8: a process that the command starts in its last moment belongs to the command too")
    void run_signalled_endsWhatIsStartedMeanwhile() throws Exception {
        String late = "trap 'sh stubborn.sh & exit' TERM; echo $$ > ready; while :; do sleep 0.05; done";
        Holdfast.Running run = ann.start("run", "x", "--", "sh", "-c", late);
        await().atMost(TIMEOUT).until(() -> Files.exists(folder.resolve("ready")));
        kill("TERM", run.process().pid());
        assertThat(run.done().code()).isEqualTo(143);
        awaitWorker();
        assertThat(worker()).as("the process that was started last").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "loss"})
    @DisplayName("M8, B4: a child that ignores TERM is ended by force, after a signal as after a loss")
    void run_stopped_endsAStubbornChildByForce(String why) throws Exception {
        Holdfast.Running run = ann.start("run", "x", "--", "sh", "-c", "sh stubborn.sh & wait");
        awaitWorker();
        if (why.equals("loss")) {
            assertThat(ann.with("HOLDFAST_OWNER", "CLI-2")
                            .run(
                                    "acquire",
                                    "x",
                                    "--override",
                                    "--pid",
                                    Long.toString(ProcessHandle.current().pid()))
                            .code())
                    .isEqualTo(ExitCode.DONE);
        } else {
            kill(why, run.process().pid());
        }
        Holdfast.Done done = run.done();
        assertThat(done.code()).isEqualTo(why.equals("loss") ? ExitCode.LOST : 143);
        assertThat(worker()).as("the stubborn child").isEmpty();
        assertThat(done.err().lines())
                .as("what the user reads, and no line of the log")
                .hasSize(why.equals("loss") ? 1 : 0)
                .allMatch(line -> line.startsWith("holdfast: Your lock on x has ended: CLI-2 took it over"));
    }

    @Test
    @DisplayName("M8: after Ctrl-C no child of the command works on without the lock")
    void run_interruptedAtTheTerminal_endsTheChildrenToo() throws Exception {
        Holdfast.Running run = ann.atTerminal().start("run", "x", "--", "sh", "-c", "sh worker.sh & wait");
        awaitWorker();
        run.type("\003");
        assertThat(run.done().code()).isEqualTo(130);
        assertThat(worker()).as("the child of the command").isEmpty();
        assertThat(Files.readAllLines(folder.resolve("steps"))).hasSize(8).containsOnly("held");
        assertThat(ann.run("who", "x").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    @DisplayName("B4: what a command leaves behind that was killed itself does not work on without the lock")
    void run_commandKilled_endsItsChildren() throws Exception {
        Holdfast.Running run = ann.start("run", "x", "--", "sh", "-c", "echo $$ > parent; sh worker.sh & wait");
        awaitWorker();
        kill("KILL", Long.parseLong(Files.readString(folder.resolve("parent")).strip()));
        assertThat(run.done().code()).isEqualTo(137);
        assertThat(worker()).as("the child of the command").isEmpty();
        assertThat(Files.readAllLines(folder.resolve("steps"))).hasSize(8).containsOnly("held");
    }

    @Test
    void run_signalled_leavesADaemonAlone() throws Exception {
        String daemon = "(setsid sh -c 'echo $$ > worker; exec sleep 600' &); exec sleep 600";
        Holdfast.Running run = ann.start("run", "x", "--", "sh", "-c", daemon);
        awaitWorker();
        kill("TERM", run.process().pid());
        assertThat(run.done().code()).isEqualTo(143);
        assertThat(worker()).as("the daemon, in a session of its own").isPresent();
        assertThat(ann.run("who", "x").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    void run_endsByItself_leavesItsBackgroundWorkAlone() throws Exception {
        Holdfast.Done done = ann.asProcess().run("run", "x", "--", "sh", "-c", "sh worker.sh > /dev/null 2>&1 &");
        assertThat(done.code()).isEqualTo(ExitCode.DONE);
        awaitWorker();
        assertThat(worker()).as("the work in the background").isPresent();
        assertThat(ann.run("who", "x").code()).isEqualTo(ExitCode.FREE);
    }

    private void awaitWorker() {
        Path file = folder.resolve("worker");
        await().atMost(TIMEOUT).until(() -> Files.exists(file) && Files.size(file) > 1);
    }

    /** Returns the worker if it is alive; one that only waits to be reaped is not. */
    private Optional<ProcessHandle> worker() {
        try {
            long pid = Long.parseLong(Files.readString(folder.resolve("worker")).strip());
            return ProcessHandle.of(pid).filter(worker -> ProcessTable.system().running(pid));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void kill(String signal, long pid) throws Exception {
        List<String> kill = List.of("sh", "-c", "kill -s " + signal + " " + pid);
        assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
    }
}

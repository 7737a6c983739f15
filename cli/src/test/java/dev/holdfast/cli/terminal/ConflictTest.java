package dev.holdfast.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The questions to a user at a terminal about a lock that another holds, and the results of the answers. */
final class ConflictTest {
    private static final String FIRST = "Choose option (1-3):";
    private static final String SECOND = "Choose option (1-2):";
    private static final String AGAIN = "still locked after 1 s of waiting";

    @TempDir
    Path folder;

    private ProjectFolder project;
    private Holdfast bob;

    @BeforeEach
    void makeProject() {
        project = ProjectFolder.at(folder);
        bob = project.as("CLI-2").with("TERM", "xterm").atTerminal();
    }

    @Test
    @DisplayName(
            "B4, B7, V1: held for less than 15 minutes: who, since when, and three options; to cancel changes nothing")
    void acquire_held_asksAndCancels() throws IOException {
        project.lockedByAnotherProgram("Chapter_03", "CLI-12345", Duration.ofMinutes(5));
        bob.run("who", "Chapter_03"); // takes note of it
        String before = project.registryText();
        Holdfast.Running asked = asked(bob, FIRST, "acquire", "Chapter_03");
        assertThat(asked.out())
                .contains(
                        "Lock details:",
                        "Resource: Chapter_03",
                        "Locked at: ",
                        "(5 minutes ago)",
                        "Instance: CLI-12345",
                        "1. Wait",
                        "2. Cancel",
                        "3. Override");
        asked.type("x\n");
        await().atMost(Duration.ofSeconds(100)).until(() -> asked.out().contains("Type a number from 1 to 3"));
        asked.type("2\n");
        Holdfast.Done done = asked.done();
        assertThat(done.code()).as(done.out()).isEqualTo(ExitCode.CANCELLED);
        assertThat(project.registryText()).isEqualTo(before);
    }

    @Test
    @DisplayName("B4: to override takes it, and the one who lost it is told who did")
    void acquire_held_overrides() throws IOException {
        String receipt = receipt("CLI-1", "Chapter_03");
        Holdfast.Running asked = asked(bob, FIRST, "acquire", "Chapter_03");
        asked.type("3\n");
        Holdfast.Done done = asked.done();
        assertThat(done.code()).as(done.out()).isEqualTo(ExitCode.DONE);
        Holdfast.Done lost = project.as("CLI-1").run("release", "--receipt", receipt);
        assertThat(lost.code()).isEqualTo(ExitCode.LOST);
        assertThat(lost.err()).contains("Your lock on Chapter_03 has ended: CLI-2 took it over");
        assertThat(project.registryText()).contains("CLI-2").doesNotContain("CLI-1");
    }

    @Test
    @DisplayName("B4, B6: to wait shows who has it and the place in the queue, and rings when it is one's turn")
    void acquire_held_waitsInLine() throws IOException {
        receipt("CLI-1", "Chapter_03");
        Holdfast.Running asked = asked(bob, FIRST, "acquire", "Chapter_03");
        asked.type("1\n");
        await().atMost(Duration.ofSeconds(100)).until(() -> asked.out().contains("number 1 in the queue"));
        assertThat(asked.out()).contains("Waiting for Chapter_03: CLI-1 has it for ", " s left");
        project.as("CLI-1").run("release", "Chapter_03");
        Holdfast.Done done = asked.done();
        assertThat(done.code()).as(done.out()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).contains("\007").containsPattern("[A-Za-z0-9_-]{30,}");
        assertThat(project.registryText()).contains("CLI-2");
    }

    @Test
    @DisplayName("B5, B16, V1: held for 15 minutes or more: said to be stale, perhaps from a crash; may be overridden")
    void acquire_stale_asksAndOverrides() throws IOException {
        project.lockedByAnotherProgram("Chapter_07", "CLI-99999", Duration.ofMinutes(23));
        Holdfast.Running asked = asked(bob, SECOND, "acquire", "Chapter_07");
        assertThat(asked.out())
                .contains(
                        "stale lock",
                        "15 minutes",
                        "(23 minutes ago)",
                        "Instance: CLI-99999",
                        "crashed",
                        "1. Override");
        assertThat(asked.out()).contains("2. Cancel").doesNotContain("Wait until");
        asked.type("1\n");
        assertThat(asked.done().code()).isEqualTo(ExitCode.DONE);
        assertThat(project.registryText()).contains("CLI-2").doesNotContain("CLI-99999");
    }

    @Test
    @DisplayName(
            "B6, B7: after waiting in vain asks again: wait on, cancel or override; 2 cancels as in the other menus")
    void acquire_waitedInVain_asksAgain() throws IOException {
        receipt("CLI-1", "Chapter_03");
        Holdfast.Running asked = asked(bob.with("HOLDFAST_ASK_AFTER", "1s"), FIRST, "acquire", "Chapter_03");
        asked.type("1\n");
        awaitAgain(asked, 1);
        assertThat(asked.out().substring(asked.out().indexOf(AGAIN)))
                .contains(AGAIN, "1. Wait on", "2. Cancel", "3. Override", FIRST);
        asked.type("1\n");
        awaitAgain(asked, 2);
        asked.type("2\n");
        assertThat(asked.done().code()).isEqualTo(ExitCode.CANCELLED);
        Holdfast.Done who = project.as("CLI-3").run("who", "Chapter_03", "--json");
        assertThat(who.out()).contains("\"name\":\"CLI-1\"", "\"waiting\":0");
    }

    @Test
    @DisplayName("B6: after waiting in vain 3 overrides")
    void acquire_waitedInVain_overrides() throws IOException {
        receipt("CLI-1", "Chapter_03");
        Holdfast.Running asked = asked(bob.with("HOLDFAST_ASK_AFTER", "1s"), FIRST, "acquire", "Chapter_03");
        asked.type("1\n");
        awaitAgain(asked, 1);
        asked.type("3\n");
        assertThat(asked.done().code()).isEqualTo(ExitCode.DONE);
        assertThat(project.registryText()).contains("CLI-2").doesNotContain("CLI-1");
    }

    private static void awaitAgain(Holdfast.Running asked, int times) {
        await().atMost(Duration.ofSeconds(100))
                .until(() -> asked.out().split(AGAIN, -1).length > times
                        && asked.out().lastIndexOf(FIRST) > asked.out().lastIndexOf(AGAIN));
    }

    @Test
    @DisplayName("B7: Ctrl-C while waiting leaves the queue, and the terminal as it was")
    void acquire_interruptedWhileWaiting_leavesNothing() throws IOException {
        receipt("CLI-1", "Chapter_03");
        List<String> command = new ArrayList<>(Holdfast.command());
        command.addAll(List.of("acquire", "Chapter_03", "--wait", "1m"));
        String script =
                "trap : INT; stty -g; '" + String.join("' '", command) + "'; echo \"code $?\"; stty -g; echo end";
        Holdfast.Running shell = bob.start(List.of("sh", "-c", script));
        await().atMost(Duration.ofSeconds(100)).until(() -> shell.out().contains("number 1 in the queue"));
        shell.type("\003");
        await().atMost(Duration.ofSeconds(100)).until(() -> shell.out().contains("end"));
        shell.done();
        List<String> lines = shell.out().lines().toList();
        assertThat(shell.out()).contains("code 130");
        assertThat(lines.get(lines.size() - 2)).as("settings of the terminal").isEqualTo(lines.get(0));
        assertThat(project.as("CLI-3").run("who", "Chapter_03", "--json").out()).contains("\"waiting\":0");
    }

    @Test
    @DisplayName("B7: Ctrl-C at the menu ends with 130, and changes nothing")
    void acquire_interruptedAtTheMenu_isCancelled() throws IOException {
        receipt("CLI-1", "Chapter_03");
        String before = project.registryText();
        Holdfast.Running asked = asked(bob, FIRST, "acquire", "Chapter_03");
        asked.type("\003");
        assertThat(asked.done().code()).isEqualTo(ExitCode.CANCELLED);
        assertThat(project.registryText()).isEqualTo(before);
        assertThat(project.as("CLI-3").run("who", "Chapter_03", "--json").out()).contains("\"waiting\":0");
    }

    @Test
    @DisplayName("B4: no user is asked without a terminal, or with --no-input: a sentence, and the exit code")
    void acquire_withoutPerson_isRefused() {
        receipt("CLI-1", "Chapter_03");
        Holdfast.Done done = project.as("CLI-2").run("acquire", "Chapter_03", "-E", "9", "--json");
        assertThat(done.code()).isEqualTo(9);
        assertThat(done.out()).startsWith("{\"granted\":false,\"refusals\":[{\"resource\":\"Chapter_03\"");
        assertThat(done.err())
                .contains("Chapter_03 has been held by CLI-1 since ")
                .doesNotContain("Choose");
        Holdfast.Done quiet = bob.run("--no-input", "acquire", "Chapter_03");
        assertThat(quiet.code()).isEqualTo(ExitCode.BUSY);
        assertThat(quiet.out()).doesNotContain("Choose");
    }

    @Test
    @DisplayName("B16: a crashed instance's lock is taken by --yes when it is stale, and at once after an hour")
    void acquire_crashed_isTakenWithoutAsking() {
        Holdfast script = project.as("CLI-2");
        project.lockedByAnotherProgram("Chapter_07", "CLI-1", Duration.ofMinutes(5));
        assertThat(script.run("acquire", "Chapter_07", "--yes").code()).isEqualTo(ExitCode.BUSY);
        project.lockedByAnotherProgram("Chapter_07", "CLI-1", Duration.ofMinutes(16));
        assertThat(script.run("acquire", "Chapter_07").code()).isEqualTo(ExitCode.BUSY);
        assertThat(script.run("acquire", "Chapter_07", "--yes").code()).isEqualTo(ExitCode.DONE);
        project.lockedByAnotherProgram("Chapter_08", "CLI-1", Duration.ofMinutes(61));
        assertThat(script.run("acquire", "Chapter_08").code()).isEqualTo(ExitCode.DONE);
    }

    private String receipt(String owner, String resource) {
        Holdfast.Done done = project.as(owner).run("acquire", resource);
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        return done.out().strip();
    }

    private static Holdfast.Running asked(Holdfast who, String prompt, String... arguments) throws IOException {
        Holdfast.Running running = who.start(arguments);
        await().atMost(Duration.ofSeconds(100)).until(() -> running.out().contains(prompt));
        return running;
    }
}

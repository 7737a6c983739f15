package dev.holdfast.cli.owner;

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
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who owns a lock: a terminal's session, or the named one. */
final class OwnerTest {
    @TempDir
    Path folder;

    private Holdfast here;

    @BeforeEach
    void makeProject() {
        ProjectFolder.at(folder);
        here = Holdfast.in(folder);
    }

    @Test
    @DisplayName("B11: one name for all locks of a session, in the registry too; another terminal is another instance")
    void terminals_areInstances() throws IOException {
        Holdfast terminal = here.atTerminal();
        Holdfast.Running one = terminal.start(shell(line("acquire a") + " && " + line("acquire b") + " && "
                + line("release a") + "; " + line("run c -- cat .locks/locks.json") + "; echo =ready=; read line"));
        await().atMost(Duration.ofSeconds(100)).until(() -> one.out().contains("=ready="));
        String registry = one.out().substring(one.out().indexOf("\"locks\""));
        assertThat(registry).doesNotContain("\"resource\": \"a\"");
        List<String> instances = Pattern.compile("\"instance\": \"(CLI-\\d{10})\"")
                .matcher(registry)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(instances).as("b by acquire, c by run").hasSize(2);
        assertThat(Set.copyOf(instances)).hasSize(1);
        Holdfast.Done other = terminal.run("release", "b");
        assertThat(other.code()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(other.out()).contains("does not hold b", "--receipt");
        one.type("\n");
        one.done();
    }

    @Test
    @DisplayName("B11: a caller with a new shell for each command is one instance if it names itself")
    void newShells_areOneInstanceByName() throws IOException {
        Holdfast named = here.with("HOLDFAST_OWNER", "Desktop-67890");
        assertThat(named.start(shell(line("acquire a"))).done().code()).isEqualTo(ExitCode.DONE);
        assertThat(named.atTerminal().start(shell(line("release a"))).done().code())
                .isEqualTo(ExitCode.DONE);
        assertThat(here.run("who", "a").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    void withoutTerminal_acquireSaysWhatToSet_runNeedsNothing() throws IOException {
        Holdfast.Done acquire = here.start(setsid("acquire", "a")).done();
        assertThat(acquire.code()).isEqualTo(ExitCode.USAGE);
        assertThat(acquire.err()).contains("--owner", "HOLDFAST_OWNER");
        Holdfast.Done run = here.with("HOLDFAST_ENV", "Desktop")
                .start(setsid("run", "a", "--", "cat", ".locks/locks.json"))
                .done();
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).containsPattern("\"instance\": \"Desktop-\\d{10}\"");
    }

    @Test
    @DisplayName("B20: a lock of a terminal session is free when the terminal is closed, without --pid")
    void terminal_closed_freesItsLocks() throws IOException {
        Holdfast.Running shell =
                here.atTerminal().start(shell(line("acquire a") + " >receipt; echo =ready=; read line"));
        await().atMost(Duration.ofSeconds(100)).until(() -> shell.out().contains("=ready="));
        assertThat(shell.out())
                .containsPattern("a is yours, as CLI-\\d{10}\\. It ends when this terminal is closed\\.")
                .contains("To release: holdfast release a");
        assertThat(folder.resolve("receipt")).content().matches("[A-Za-z0-9_-]{20,}\n");
        assertThat(here.run("who", "a").code()).isEqualTo(ExitCode.DONE);
        shell.type("\n");
        shell.done();
        assertThat(here.run("who", "a").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    @DisplayName("B11, M5: a lock directory of a terminal needs no --pid, and its cmd is what runs")
    void terminal_onLockDirectories_isBound() throws IOException {
        Holdfast.Running shell = here.atTerminal()
                .start(shell(line("--store dir:d acquire a") + "; " + line("--store dir:d run b -- cat d/a/cmd d/b/cmd")
                        + "; echo =ready=; read line"));
        await().atMost(Duration.ofSeconds(100)).until(() -> shell.out().contains("=ready="));
        assertThat(shell.out())
                .contains("a is yours, as CLI-")
                .containsPattern("(dash|sh|bash)\\R+cat d/a/cmd d/b/cmd\\R");
        assertThat(here.run("who", "a", "--store", "dir:d").code()).isEqualTo(ExitCode.DONE);
        shell.type("\n");
        shell.done();
        assertThat(here.run("who", "a", "--store", "dir:d").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    @DisplayName("B4: an instance that was overridden is told by whom and why, also by name")
    void overridden_isToldByName() {
        Holdfast ann = here.with("HOLDFAST_OWNER", "CLI-1");
        Holdfast bob = here.with("HOLDFAST_OWNER", "CLI-2");
        ann.run("acquire", "a");
        assertThat(bob.run("acquire", "a", "--override", "--note", "urgent fix").code())
                .isEqualTo(ExitCode.DONE);
        String told = "Your lock on a has ended: CLI-2 took it over (urgent fix).";
        Holdfast.Done renewed = ann.run("renew", "a");
        assertThat(renewed.code()).isEqualTo(ExitCode.LOST);
        assertThat(renewed.err()).contains(told, "a has been held by CLI-2");
        assertThat(ann.run("acquire", "a").err()).contains("Before that it was yours. " + told);
        assertThat(ann.run("run", "a", "--", "true").err()).contains("Before that it was yours. " + told);
        Holdfast.Done released = ann.run("release", "a");
        assertThat(released.code()).isEqualTo(ExitCode.LOST);
        assertThat(released.err()).contains(told);
        assertThat(bob.run("release", "a").code()).isEqualTo(ExitCode.DONE);
        assertThat(bob.run("release", "a").code()).as("again").isEqualTo(ExitCode.DONE);
        Holdfast.Done regained = ann.run("acquire", "a");
        assertThat(regained.code()).isEqualTo(ExitCode.DONE);
        assertThat(regained.err()).isEqualTo("holdfast: Before that it was yours. " + told + "\n");
        assertThat(ann.run("acquire", "a").err()).as("held already").isEmpty();
        ann.run("release", "a", "--all");
        assertThat(ann.run("acquire", "a").err()).as("released since").isEmpty();
    }

    @Test
    @DisplayName("M7: a lock directory outlives its command only for a process that is named and there")
    void acquire_needsAProcessWhereNothingElseEndsIt() {
        Holdfast named = here.with("HOLDFAST_OWNER", "CLI-1");
        for (String store : List.of("dir:d", "files:f")) {
            Holdfast.Done without = named.run("--store", store, "acquire", "a");
            assertThat(without.code()).isEqualTo(ExitCode.USAGE);
            assertThat(without.err()).contains("--pid");
        }
        long self = ProcessHandle.current().pid();
        assertThat(named.run("--store", "dir:d", "acquire", "a", "--pid", "" + self)
                        .code())
                .isEqualTo(ExitCode.DONE);
        assertThat(folder.resolve("d/a/pid")).hasContent("" + self);
        assertThat(named.run("acquire", "a", "--pid", "4194304").code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void leader_isTheSessionOfATerminalThatCanBeTold() {
        assertThat(TerminalSession.leader("7 (a) b) S 1 7 5 34816 7 0")).contains(5L);
        assertThat(TerminalSession.leader("7 (sh) S 1 7 5 0 -1 0")).isEmpty();
        assertThat(TerminalSession.leader("7 (sh) S 0 7 0 34816 7 0")).isEmpty();
    }

    private static List<String> shell(String script) {
        return List.of("sh", "-c", script);
    }

    private static String line(String arguments) {
        return "'" + String.join("' '", Holdfast.command()) + "' " + arguments;
    }

    private static List<String> setsid(String... arguments) {
        List<String> line = new ArrayList<>(List.of("setsid", "--wait"));
        line.addAll(Holdfast.command());
        line.addAll(List.of(arguments));
        return line;
    }
}

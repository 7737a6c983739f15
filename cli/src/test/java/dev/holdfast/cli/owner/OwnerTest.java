package dev.holdfast.cli.owner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        Holdfast.Done one = terminal.start(shell(line("acquire a") + " && " + line("acquire b") + " && "
                        + line("release a") + "; cat .locks/locks.json"))
                .done();
        assertThat(one.out()).containsPattern("\"resource\": \"b\",[^}]*\"instance\": \"CLI-\\d{10}\"");
        assertThat(one.out()).doesNotContain("\"resource\": \"a\"");
        Holdfast.Done other = terminal.run("release", "b");
        assertThat(other.code()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(other.out()).contains("does not hold b", "--receipt");
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

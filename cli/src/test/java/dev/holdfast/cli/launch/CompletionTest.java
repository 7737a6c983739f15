package dev.holdfast.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The completion scripts, in the shells that they are for. */
final class CompletionTest {
    @TempDir
    Path folder;

    @Test
    void bash_completesCommandsAndOptions() throws IOException {
        String ask = """
                . ./completion
                compopt() { :; } # works only while bash itself completes
                ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMPREPLY=()
                        _complete_holdfast; echo "${COMPREPLY[@]}"; }
                ask holdfast acq
                ask holdfast acquire --ow
                ask holdfast release --
                """;
        assertThat(ask("bash", ask).lines())
                .satisfiesExactly(
                        command -> assertThat(command).isEqualTo("acquire"),
                        option -> assertThat(option).isEqualTo("--owner"),
                        options -> assertThat(options.split(" ", -1)).contains("--receipt", "--all", "--store"));
    }

    @Test
    void zsh_readsTheScriptAndKnowsTheCommand() throws IOException {
        String ask = "autoload -U compinit; compinit -u -D; . ./completion; print ${_comps[holdfast]}";
        assertThat(ask("zsh", ask)).contains("_bash_complete");
    }

    @Test
    void fish_completesCommandsAndOptions() throws IOException {
        String ask = """
                source ./completion
                complete -C 'holdfast acq'
                complete -C 'holdfast acquire --ow'
                """;
        assertThat(ask("fish", ask).lines())
                .anySatisfy(line -> assertThat(line).startsWith("acquire\t"))
                .anySatisfy(line -> assertThat(line).startsWith("--owner\t"));
    }

    @Test
    void anotherShell_isAUsageErrorThatNamesTheThree() {
        Holdfast.Done done = Holdfast.in(folder).run("completion", "tcsh");
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains("bash", "zsh", "fish", "tcsh");
    }

    /** What the shell answers after it has read its completion script. */
    private String ask(String shell, String script) throws IOException {
        assumeTrue(
                List.of(System.getenv("PATH").split(File.pathSeparator, -1)).stream()
                        .anyMatch(path -> Files.isExecutable(Path.of(path, shell))),
                "no " + shell + " here");
        Holdfast here = Holdfast.in(folder).with("HOME", folder.toString()).with("XDG_CONFIG_HOME", folder.toString());
        Holdfast.Done printed = here.run("completion", shell);
        assertThat(printed.code()).as(printed.err()).isZero();
        Files.writeString(folder.resolve("completion"), printed.out());
        Holdfast.Done done = here.start(List.of(shell, "-c", script)).done();
        assertThat(done.err()).isEmpty();
        assertThat(done.code()).isZero();
        return done.out();
    }
}

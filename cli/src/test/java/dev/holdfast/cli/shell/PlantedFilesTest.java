package dev.holdfast.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.Holdfast.Done;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another user of a shared folder puts files where the library might read or write its own. */
@Timeout(120)
final class PlantedFilesTest {
    /** A pipe beside the lock that swallows the script's traps and tells others instead. */
    private static final String PLANTED_TRAPS = """
            trap 'echo own' EXIT
            f=.traps.$$
            mkfifo $f
            (cat $f; printf "trap -- 'echo planted' EXIT\\n" >$f; cat $f; : >$f) >/dev/null 2>&1 &
            plant=$!
            board_lock_acquire "$PWD/lock" 0 && echo held
            kill $plant 2>/dev/null
            """;

    /** Links to a file of the victim's, under the names that a successor's files will have. */
    private static final String PLANTED_LINKS = """
            t=$(date +%s)
            n=0
            while [ $n -lt 100 ]; do
                ln -s ../victim "lock/.pid.s$$-$((t + n)).1"
                n=$((n + 1))
            done
            board_lock_acquire lock 0 && echo held
            """;

    @TempDir
    Path folder;

    private Done run(String shell, String script) throws IOException {
        List<String> line = new ArrayList<>(Arrays.asList(shell.split(" ")));
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, line.get(0)))),
                shell + " is not installed");
        line.add(Files.writeString(folder.resolve("script.sh"), ". '" + Shell.LIBRARY + "'\n" + script)
                .toString());
        return Holdfast.in(folder).start(line).done();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox sh", "bash --posix", "bash", "zsh --emulate sh"})
    void acquire_trapsPlantedBesideTheLock_areNotEvaluated(String shell) throws IOException {
        Done done = run(shell, PLANTED_TRAPS);
        assertThat(done.out()).isEqualTo("held\nown\n");
        assertThat(done.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox sh", "bash --posix", "bash", "zsh --emulate sh"})
    void acquire_ofADeadHolder_writesThroughNoLink(String shell) throws Exception {
        Path victim = Files.writeString(folder.resolve("victim"), "mine");
        Scripts.made(folder.resolve("lock"), Scripts.deadPid(), "1");
        assertThat(run(shell, PLANTED_LINKS).out()).isEqualTo("held\n");
        assertThat(victim).content().isEqualTo("mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "zsh --emulate sh"})
    void acquire_temporaryFolderThatOthersWriteIn_isNotUsed(String shell) throws IOException {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setAttribute(open, "unix:mode", 0777);
        Path spy = Files.createDirectory(folder.resolve("bin")).resolve("mkdir");
        Files.writeString(spy, "#!/bin/sh\necho \"$*\" >>'" + folder.resolve("made") + "'\nexec /bin/mkdir \"$@\"\n");
        Files.setAttribute(spy, "unix:mode", 0755);
        Done done = run(shell, """
                TMPDIR=$PWD/open
                PATH=$PWD/bin:$PATH
                trap 'echo own' EXIT
                board_lock_acquire "$PWD/lock" 0 && echo held
                """);
        assertThat(done.out()).isEqualTo("held\nown\n");
        assertThat(folder.resolve("made"))
                .content()
                .contains(folder + "/lock", "/.traps.")
                .doesNotContain(open.toString());
    }
}

package dev.holdfast.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.check.Extent;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.Holdfast.Done;
import dev.holdfast.cli.process.Holdfast.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** However a script ends, its lock goes with it, and no other one. */
@Timeout(120)
final class SignalTest {
    private static final Map<String, Integer> CODES = Map.of("INT", 130, "TERM", 143, "HUP", 129);

    @TempDir
    Path folder;

    private void assertEnds(Shell shell, String script, String signal, int code) throws Exception {
        Running running = shell.start(folder, script, "lock");
        Scripts.awaitSaid(running, "held");
        assertThat(folder.resolve("lock/pid"))
                .hasContent(Long.toString(running.process().pid()));
        Scripts.signal(running, signal);
        Done done = running.done();
        assertThat(done.code()).isEqualTo(code);
        assertThat(done.out()).doesNotContain("went on");
        assertThat(done.err()).isEmpty();
        assertThat(folder.resolve("lock")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "DASH, INT, 130", "DASH, TERM, 143", "DASH, HUP, 129",
        "BUSYBOX, INT, 130", "BUSYBOX, TERM, 143", "BUSYBOX, HUP, 129",
        "BASH, INT, 130", "BASH, TERM, 143", "BASH, HUP, 129"
    })
    @DisplayName("M8: after INT, TERM and HUP the command ends and the lock is gone")
    void signal_endsTheCommandAndReleases(Shell shell, String signal, int code) throws Exception {
        assertEnds(shell, Scripts.HOLD, signal, code);
        // The line that the document prints, which by itself would let the script go on.
        assertEnds(shell, "trap 'board_lock_release \"$1\"' EXIT INT TERM HUP\n" + Scripts.HOLD, signal, code);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M8: released on exit and at the end, with the script's own exit code")
    void exit_releases(Shell shell) {
        assertThat(shell.run(folder, "board_lock_acquire lock 0; exit 7").code())
                .isEqualTo(7);
        assertThat(folder.resolve("lock")).doesNotExist();
        assertThat(shell.run(folder, "board_lock_acquire lock 0; board_lock_acquire two 0; ls lock >/dev/null")
                        .code())
                .isZero();
        assertThat(folder.resolve("lock")).doesNotExist();
        assertThat(folder.resolve("two")).doesNotExist();
        assertThat(shell.run(folder, "set -e; board_lock_acquire lock 0; false; echo went on")
                        .code())
                .isEqualTo(1);
        assertThat(folder.resolve("lock")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M8: the script's own traps still run, with the lock held; ignored signals stay ignored")
    void ownTraps_areRespected(Shell shell) throws Exception {
        Running running = shell.start(folder, """
                trap 'echo "leaving with $?, it'"'"'s $(ls lock | wc -l | tr -d " ") files
                trap -- x"' EXIT
                trap 'echo "usr"' USR1
                trap 'echo noticed' INT
                trap '' HUP
                board_lock_acquire lock 0
                echo held
                n=0; while [ $n -lt 600 ]; do sleep 0.1; n=$((n + 1)); done
                """);
        Scripts.awaitSaid(running, "held");
        Scripts.signal(running, "HUP");
        Scripts.signal(running, "INT");
        Scripts.awaitSaid(running, "noticed");
        assertThat(folder.resolve("lock/pid")).exists();
        Scripts.signal(running, "USR1");
        Scripts.awaitSaid(running, "usr");
        Scripts.signal(running, "TERM");
        Done done = running.done();
        assertThat(done.code()).isEqualTo(143);
        assertThat(done.out()).endsWith("leaving with 143, it's 4 files\ntrap -- x\n");
        assertThat(folder.resolve("lock")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M8: traps set after the acquire are taken up by board_lock_traps")
    void laterTraps_areTakenUp(Shell shell) {
        Done done = shell.run(folder, """
                trap 'echo first' INT
                board_lock_acquire lock 0
                trap 'echo later' EXIT
                board_lock_traps
                kill -INT $$
                """);
        assertThat(done.out()).as(done.err()).isEqualTo("first\nlater\n");
        assertThat(folder.resolve("lock")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M8: who failed to acquire, or is interrupted while waiting, leaves the holder's lock alone")
    void failedCaller_leavesTheHoldersLock(Shell shell) throws Exception {
        Running holder = shell.start(folder, Scripts.HOLD, "lock");
        Scripts.awaitSaid(holder, "held");
        String trapped = "trap 'board_lock_release lock' EXIT INT TERM HUP\n";
        assertThat(shell.run(folder, trapped + "board_lock_acquire lock 0 || exit 1")
                        .code())
                .isEqualTo(1);
        Running waiter = shell.start(folder, "echo begun; board_lock_acquire lock 30; echo went on");
        Scripts.awaitSaid(waiter, "begun");
        Scripts.signal(waiter, "TERM");
        assertThat(waiter.done().code()).isEqualTo(143);
        assertThat(waiter.out()).doesNotContain("went on");
        assertThat(folder.resolve("lock/pid"))
                .hasContent(Long.toString(holder.process().pid()));
        Scripts.kill(holder);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M8: a signal at any moment of acquiring and releasing leaves no lock and no rest of one")
    void signal_anyMoment_leavesNothing(Shell shell) throws Exception {
        // bash itself loses an INT now and then that comes during a command substitution.
        List<String> signals = shell == Shell.BASH ? List.of("TERM", "HUP") : List.of("INT", "TERM", "HUP");
        for (int round = 0; round < Extent.of(3, 6); round++) {
            Running running = shell.start(folder, """
                    board_lock_acquire s/lock 0
                    echo begun
                    while :; do board_lock_release s/lock; board_lock_acquire s/lock 0; done
                    """);
            Scripts.awaitSaid(running, "begun");
            await().atMost(Duration.ofSeconds(100))
                    .pollDelay(Duration.ofMillis(7L * round))
                    .until(() -> Files.isDirectory(folder.resolve("s")));
            String signal = signals.get(round % signals.size());
            Scripts.signal(running, signal);
            assertThat(running.done().code()).isEqualTo(CODES.get(signal));
            assertThat(folder.resolve("s")).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M8: Ctrl-C at a terminal leaves neither a lock nor a broken terminal")
    void interrupt_atTerminal_leavesNothing(Shell shell) throws Exception {
        // Said by the program that the signal is to end: a shell heeds one that comes before only after it.
        Path inner = shell.script(folder, "board_lock_acquire lock 0; sh -c 'echo held; exec sleep 100'; echo went on");
        String call = String.join(" ", shell.line(inner));
        Path outer = Files.writeString(folder.resolve("outer.sh"), """
                trap : INT
                stty -g >before
                %s
                echo "code $?"
                stty -g >after
                """.formatted(call));
        Running running = Holdfast.in(folder).atTerminal().start(shell.line(outer));
        Scripts.awaitSaid(running, "held");
        running.type("\003");
        Done done = running.done();
        assertThat(done.out()).contains("code 130").doesNotContain("went on");
        assertThat(folder.resolve("lock")).doesNotExist();
        assertThat(folder.resolve("after")).exists().hasSameTextualContentAs(folder.resolve("before"));
    }
}

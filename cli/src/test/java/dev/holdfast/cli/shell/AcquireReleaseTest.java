package dev.holdfast.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.process.Holdfast.Done;
import dev.holdfast.cli.process.Holdfast.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Acquire and release, from scripts. */
@Timeout(120)
final class AcquireReleaseTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    @DisplayName("M2, M4, M5: a directory with pid, ts and cmd, gone after the release")
    void acquire_free_makesTheDirectoryAndReleaseRemovesIt(Shell shell) throws Exception {
        Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Done done = shell.run(folder, """
                set -eu
                board_lock_acquire a/b/lock 0
                cat a/b/lock/pid; echo $$; cat a/b/lock/ts; cat a/b/lock/cmd
                board_lock_release a/b/lock
                ls -A a/b
                """, "edit", "7");
        assertThat(done.code()).as(done.err()).isZero();
        String[] lines = done.out().split("\n", -1);
        assertThat(lines[0]).isEqualTo(lines[1]);
        assertThat(Instant.ofEpochSecond(Long.parseLong(lines[2]))).isBetween(before, Instant.now());
        assertThat(lines[3]).endsWith(".sh edit 7");
        assertThat(lines[4]).as("what is left in the folder").isEmpty();
        assertThat(done.err()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M4, M6, V2: busy at once with timeout 0: exit code 1, the path, a hint; the holder keeps it")
    void acquire_busy_isRefusedWithPathAndHint(Shell shell) throws Exception {
        Running holder = shell.start(folder, Scripts.HOLD, "lock");
        Scripts.awaitSaid(holder, "held");
        long pid = holder.process().pid();
        Done refused = shell.run(folder, "board_lock_acquire lock 0; echo \"code $?\"; board_lock_release lock");
        assertThat(refused.out()).isEqualTo("code 1\n");
        assertThat(refused.err().lines()).hasSize(2);
        assertThat(refused.err()).startsWith("tool: error: lock busy: lock\ntool: hint: Process " + pid + " has it");
        assertThat(folder.resolve("lock/pid")).hasContent(Long.toString(pid));
        Scripts.kill(holder);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M4: waits for the time it was given, then says busy; takes it when it is released in time")
    void acquire_withTimeout_waits(Shell shell) throws Exception {
        Running holder = shell.start(folder, Scripts.HOLD, "lock");
        Scripts.awaitSaid(holder, "held");
        long before = System.nanoTime();
        Done refused = shell.run(folder, "board_lock_acquire lock 1");
        Duration waited = Duration.ofNanos(System.nanoTime() - before);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMillis(900));
        Running waiter = shell.start(folder, "echo begun; board_lock_acquire lock && echo got it");
        Scripts.awaitSaid(waiter, "begun");
        Scripts.signal(holder, "TERM");
        assertThat(waiter.done().out()).as(waiter.err()).contains("got it");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M4: release twice is harmless, also of what was never acquired")
    void release_twice_isHarmless(Shell shell) {
        Done done = shell.run(folder, """
                set -eu
                board_lock_acquire lock
                board_lock_acquire lock 0
                board_lock_release lock
                board_lock_release lock
                board_lock_release never
                board_lock_release
                board_lock_acquire lock 0
                ls
                """);
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.err()).isEmpty();
        assertThat(folder.resolve("lock")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M4: release by another process does nothing, be it a subshell of the holder")
    void release_byNonOwner_doesNothing(Shell shell) throws Exception {
        Done done = shell.run(folder, """
                board_lock_acquire lock 0
                ( board_lock_release lock; board_lock_release )
                ( board_lock_acquire lock 0 ) 2>/dev/null; echo "subshell $?"
                [ -f lock/pid ] && echo kept
                """);
        assertThat(done.out()).isEqualTo("subshell 1\nkept\n");
        Running holder = shell.start(folder, Scripts.HOLD, "lock");
        Scripts.awaitSaid(holder, "held");
        assertThat(shell.run(folder, "board_lock_release lock").code()).isZero();
        assertThat(folder.resolve("lock/pid"))
                .hasContent(Long.toString(holder.process().pid()));
        Scripts.kill(holder);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M4: a subshell is a process of its own, and its lock ends with it")
    void acquire_inSubshell_isOwnedByTheSubshell(Shell shell) {
        Done done = shell.run(folder, """
                ( board_lock_acquire lock 0 && [ "$(cat lock/pid)" != $$ ] && echo own pid )
                [ -d lock ] || echo gone
                board_lock_acquire lock 0 && cat lock/pid && echo $$
                """);
        String[] lines = done.out().split("\n", -1);
        assertThat(lines).startsWith("own pid", "gone");
        assertThat(lines[2]).isEqualTo(lines[3]);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M4: names with blanks, quotes and letters of any language; a relative one after a change of folder")
    void acquire_strangeNames_work(Shell shell) throws Exception {
        Files.createDirectory(folder.resolve("elsewhere"));
        String name = "a b/Schloß '\"$x* 锁";
        Done done = shell.run(folder, """
                set -eu
                board_lock_acquire "$1" 0
                cd elsewhere
                [ -f "../$1/pid" ] && echo there
                board_lock_release "$1"
                [ -e "../$1" ] || echo gone
                board_lock_acquire -rf 0
                ls -- -rf
                """, name);
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.out()).isEqualTo("there\ngone\ncmd\npid\nts\nwhere\n");
        assertThat(folder.resolve("elsewhere")).isEmptyDirectory();
        assertThat(folder.resolve("a b")).isEmptyDirectory();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M4: errors are told in one line, with exit code 1")
    void acquire_impossible_saysWhy(Shell shell) throws Exception {
        Files.writeString(folder.resolve("file"), "");
        Done done = shell.run(folder, """
                board_lock_acquire file/lock 0; echo $?
                board_lock_acquire '' 0; echo $?
                board_lock_acquire lock soon; echo $?
                """);
        assertThat(done.out()).isEqualTo("1\n1\n1\n");
        assertThat(done.err().lines()).hasSize(3).allMatch(line -> line.startsWith("tool: error: "));
    }
}

package dev.holdfast.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.check.Extent;
import dev.holdfast.cli.process.Holdfast.Done;
import dev.holdfast.cli.process.Holdfast.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Only a lock whose process is proven gone is taken, and by one alone. */
@Timeout(120)
final class DeadHolderTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    @DisplayName("M7: a lock whose process was killed is taken at once, over and over, and released without a rest")
    void killedHolder_isSucceeded(Shell shell) throws Exception {
        for (int round = 0; round < Extent.of(2, 3); round++) {
            Running holder = shell.start(folder, Scripts.HOLD, "s/lock");
            Scripts.awaitSaid(holder, "held");
            assertThat(folder.resolve("s/lock/pid"))
                    .hasContent(Long.toString(holder.process().pid()));
            Scripts.kill(holder);
            assertThat(folder.resolve("s/lock/pid")).exists();
        }
        Done done = shell.run(folder, """
                board_lock_acquire s/lock 0 && cat s/lock/pid && echo $$
                board_lock_acquire s/lock 0 && board_lock_release s/lock
                ls -A s
                """);
        assertThat(done.code()).as(done.err()).isZero();
        String[] lines = done.out().split("\n", -1);
        assertThat(lines).hasSize(3);
        assertThat(lines[0]).isEqualTo(lines[1]);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M7: no other lock is ever taken: without a pid, an unreadable one, 0, another host's, a living one")
    void unprovenHolder_isLeftAlone(Shell shell) throws Exception {
        Files.createDirectories(folder.resolve("empty"));
        Files.createDirectories(folder.resolve("only-ts"));
        Files.writeString(folder.resolve("only-ts/ts"), "1736589600\n");
        Scripts.made(folder.resolve("none"), 0, "1736589600");
        Scripts.made(folder.resolve("init"), 1, "1736589600");
        Scripts.made(folder.resolve("words"), 1, "1736589600");
        Files.writeString(folder.resolve("words/pid"), "nobody\n");
        Scripts.made(folder.resolve("large"), 4_294_967_297L, "1736589600");
        Scripts.made(folder.resolve("elsewhere"), Scripts.deadPid(), "1736589600");
        Files.writeString(folder.resolve("elsewhere/id"), "a\n");
        Files.writeString(
                folder.resolve("elsewhere/next.a"), "pid=" + Scripts.deadPid() + "\nid=b\nhost=no-such-host.example\n");
        Files.writeString(folder.resolve("file"), "");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nowhere"));
        for (String lock : List.of("empty", "only-ts", "none", "init", "words", "large", "elsewhere", "file", "link")) {
            Done done = shell.run(folder, "board_lock_acquire \"$1\" 0; echo $?; board_lock_release \"$1\"", lock);
            assertThat(done.out()).as(lock + done.err()).isEqualTo("1\n");
            assertThat(done.err()).startsWith("tool: error: lock busy: " + lock + "\ntool: hint: ");
            assertThat(Files.exists(folder.resolve(lock), java.nio.file.LinkOption.NOFOLLOW_LINKS))
                    .isTrue();
        }
        assertThat(folder.resolve("empty")).isEmptyDirectory();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M7: a process that has ended but was not waited for is dead too")
    void zombie_isDead(Shell shell) {
        // By the time the child ends, the program that has taken the inner shell's place does not wait for it.
        Done done = shell.run(folder, """
                sh -c 'sleep 1 & echo $! >zombie; exec sleep 300' &
                other=$!
                while ! grep -q Z "/proc/$(cat zombie 2>/dev/null)/stat" 2>/dev/null; do sleep 0.1; done
                mkdir lock; echo 1736589600 >lock/ts; cp zombie lock/pid
                board_lock_acquire lock 0; echo "code $?"
                kill "$other"
                """);
        assertThat(done.out()).as(done.err()).isEqualTo("code 0\n");
    }

    @Test
    @DisplayName("M7: of many successors of one dead holder exactly one wins, whatever they are")
    void manySuccessors_oneWins() throws Exception {
        for (int round = 0; round < Extent.of(2, 4); round++) {
            Path storage = folder.resolve("storage" + round);
            Scripts.made(storage.resolve("lock"), Scripts.deadPid(), "1736589600");
            List<Running> scripts = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Shell shell = Shell.inTurn(i);
                scripts.add(shell.start(folder, Scripts.HOLD, storage + "/lock", "0"));
            }
            try (LockManager manager = LockManager.open("dir:" + storage)) {
                LockHandle handle = manager.tryAcquire("lock").handle().orElse(null);
                int won = handle == null ? 0 : 1;
                for (Running script : scripts) {
                    Scripts.awaitSaidOrEnd(script, "held");
                    won += script.out().contains("held") ? 1 : 0;
                }
                assertThat(won).isEqualTo(1);
            }
            for (Running script : scripts) {
                Scripts.kill(script);
            }
        }
    }
}

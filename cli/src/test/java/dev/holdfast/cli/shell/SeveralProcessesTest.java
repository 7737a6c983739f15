package dev.holdfast.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.Holdfast.Done;
import dev.holdfast.cli.process.Holdfast.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scripts beside a hold of several processes, and a release that no script sees half done. */
@Timeout(120)
final class SeveralProcessesTest {
    private static final String TRY = "board_lock_acquire lock 0 && echo held";

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void acquire_furtherProcessOfTheHolder_isRespected(Shell shell) throws Exception {
        long dead = Scripts.deadPid();
        Path lock = folder.resolve("lock");
        Scripts.made(lock, dead, "1");
        Path with = lock.resolve("with." + dead + "-1");
        String alive = Long.toString(ProcessHandle.current().pid());
        for (String lines : new String[] {
            alive + " - - -\n",
            dead + " - - -\n" + alive + " - - -\n",
            "0 - - -\n",
            "nonsense\n",
            dead + " pid:[1] other-boot elsewhere\n"
        }) {
            Files.writeString(with, lines);
            assertThat(shell.run(folder, TRY).out()).as(lines).isEmpty();
        }
        Files.delete(with);
        Files.createSymbolicLink(with, folder.resolve("nowhere"));
        assertThat(shell.run(folder, TRY).out()).isEmpty();
        Files.delete(with);
        Files.writeString(with, Scripts.deadPid() + " - - -\n");
        assertThat(shell.run(folder, TRY).out()).isEqualTo("held\n");
    }

    @Test
    void run_killedBesideItsCommand_isNotTakenByAScript() throws Exception {
        String store = "dir:" + folder;
        Running run =
                Holdfast.in(folder).start("run", "lock", "--store", store, "--", "sh", "-c", "echo $$; exec sleep 100");
        try {
            Scripts.awaitSaid(run, "\n");
            String command = run.out().strip();
            try (var files = Files.newDirectoryStream(folder.resolve("lock"), "with.*")) {
                String pid = Files.readString(folder.resolve("lock/pid")).strip();
                StringBuilder named = new StringBuilder(pid + " ");
                for (Path file : files) {
                    named.append(Files.readString(file));
                }
                assertThat(named.toString().split("\\s+"))
                        .contains(command, Long.toString(run.process().pid()));
            }
            run.process().destroyForcibly().waitFor();
            assertThat(Shell.DASH.run(folder, TRY).out()).isEmpty();
        } finally {
            Scripts.kill(run);
            run.process().descendants().forEach(ProcessHandle::destroyForcibly);
            new ProcessBuilder("kill", "-9", run.out().strip()).start().waitFor();
        }
        assertThat(Shell.DASH
                        .run(folder, "board_lock_acquire lock 10 && echo held")
                        .out())
                .isEqualTo("held\n");
    }

    /** What mv sees before it renames the directory away. */
    @ParameterizedTest
    @EnumSource
    void release_keepsSuccessorsOutBeforeItRenames(Shell shell) throws Exception {
        Path spy = Files.createDirectory(folder.resolve("bin")).resolve("mv");
        Files.writeString(spy, "#!/bin/sh\nls -A lock\nexec /bin/mv \"$@\"\n");
        Files.setAttribute(spy, "unix:mode", 0755);
        Done made = shell.run(folder, "PATH=$PWD/bin:$PATH\nboard_lock_acquire lock 0\nboard_lock_release lock");
        assertThat(made.out()).contains("next.");
        assertThat(folder.resolve("lock")).doesNotExist();
        Scripts.made(folder.resolve("lock"), Scripts.deadPid(), "1");
        Done taken = shell.run(folder, "board_lock_acquire lock 0\nPATH=$PWD/bin:$PATH\nboard_lock_release lock");
        assertThat(taken.out()).contains("next.s");
        assertThat(folder.resolve("lock")).doesNotExist();
        assertThat(made.err() + taken.err()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void release_afterASuccessor_leavesTheDirectoryInPlace(Shell shell) throws Exception {
        Done done = shell.run(folder, """
                board_lock_acquire lock 0
                printf 'pid=1\\nid=heir\\n' >"lock/next.$$-$(cat lock/ts)"
                board_lock_release lock || echo lost
                """);
        assertThat(done.out()).isEqualTo("lost\n");
        assertThat(folder.resolve("lock/pid")).exists();
    }
}

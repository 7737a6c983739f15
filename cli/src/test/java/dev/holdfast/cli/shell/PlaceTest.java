package dev.holdfast.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.ProcessId;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.Holdfast.Done;
import dev.holdfast.cli.process.Holdfast.Running;
import dev.holdfast.internal.process.LocalFileSystem;
import dev.holdfast.internal.process.ProcessTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scripts say where they run, and take no process of another place for one of their own. */
@Timeout(180)
@EnabledOnOs(OS.LINUX)
final class PlaceTest {
    private static final ProcessId SELF = ProcessTable.system().self();
    private static final String NS = SELF.namespace().split(" ", 2)[0];
    private static final String BOOT = SELF.boot().split("@", 2)[0];
    private static final String OTHER_BOOT = "99999999-2222-3333-4444-555555555555";
    private static final String INITIAL_NS = "pid:[4026531836]";

    private static final List<String> CONTAINED = List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc");

    @TempDir
    Path folder;

    private static String where(String host, String ns, String boot) {
        return "host=" + host + "\nns=" + ns + "\nboot=" + boot + "\n";
    }

    private String tried(Shell shell, String where) throws Exception {
        Path lock = Files.createTempDirectory(folder, "s").resolve("lock");
        Scripts.made(lock, Scripts.deadPid(), "1736589600");
        Files.writeString(lock.resolve("where"), where);
        return shell.run(folder, "board_lock_acquire \"$1\" 0; echo $?; board_lock_release", lock.toString())
                .out();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M5: a script writes host, pid namespace and boot beside pid, ts and cmd")
    void acquire_saysWhere(Shell shell) {
        Done done = shell.run(folder, "board_lock_acquire s/lock 0 && cat s/lock/where && cat s/lock/pid");
        String pid = done.out().lines().reduce("", (first, last) -> last);
        assertThat(done.out())
                .as(done.err())
                .isEqualTo("pid=" + pid + "\n" + where(SELF.host(), NS, BOOT) + pid + "\n");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M7: a dead process of this place is succeeded, also after a change of the host name on a local disk")
    void deadHere_isSucceeded(Shell shell) throws Exception {
        assertThat(tried(shell, where(SELF.host(), NS, BOOT))).isEqualTo("0\n");
        String local = LocalFileSystem.isLocal(folder) ? "0\n" : "1\n";
        assertThat(tried(shell, where("before", NS, BOOT))).isEqualTo(local);
        assertThat(tried(shell, where(SELF.host(), NS, OTHER_BOOT)))
                .as("before a restart of this machine")
                .isEqualTo(NS.equals(INITIAL_NS) ? local : "1\n");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M7: no process of another host or namespace, or of an unreadable place, is ever taken for dead")
    void otherPlace_isLeftAlone(Shell shell) throws Exception {
        for (String where : List.of(
                where(SELF.host(), "pid:[4026532177]", BOOT),
                where(SELF.host(), "unknown", BOOT),
                where(SELF.host(), "pid:[4026532177]", OTHER_BOOT),
                where("quay", NS, OTHER_BOOT),
                "host=" + SELF.host() + "\nns=" + NS + "\n",
                "host=quay\n",
                "ns=" + NS + "\n",
                "nonsense\n",
                "")) {
            assertThat(tried(shell, where)).as(where).isEqualTo("1\n");
        }
        Path lock = folder.resolve("strange/lock");
        Scripts.made(lock, Scripts.deadPid(), "1736589600");
        Files.createDirectory(lock.resolve("where"));
        assertThat(shell.run(folder, "board_lock_acquire strange/lock 0").err()).contains("of an unknown place");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M7: a successor in another namespace is left alone too")
    void successorElsewhere_isLeftAlone(Shell shell) throws Exception {
        Path lock = folder.resolve("s/lock");
        Scripts.made(lock, Scripts.deadPid(), "1736589600");
        Files.writeString(lock.resolve("id"), "a\n");
        Files.writeString(
                lock.resolve("next.a"),
                "pid=" + Scripts.deadPid() + "\nid=b\n" + where(SELF.host(), "pid:[4026532177]", BOOT));
        Done done = shell.run(folder, "board_lock_acquire s/lock 0; echo $?");
        assertThat(done.out()).isEqualTo("1\n");
        assertThat(done.err()).contains("of another container");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "M7: the process that signs a directory first has it: a script that comes second neither takes nor removes it")
    void signedByAnother_isBusy(Shell shell) throws Exception {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        Path mkdir = Files.writeString(tools.resolve("mkdir"), "#!/bin/sh\n/bin/mkdir \"$@\" && echo 1 >\"$1/pid\"\n");
        assertThat(mkdir.toFile().setExecutable(true)).isTrue();
        Done done = shell.run(folder, "PATH=$PWD/tools:$PATH; board_lock_acquire lock 0; echo $?");
        assertThat(done.out()).as(done.err()).isEqualTo("1\n");
        assertThat(done.err()).contains("lock busy: lock").contains("Process 1 ");
        assertThat(folder.resolve("lock/pid")).hasContent("1");
    }

    private Running contained(Shell shell, String script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(CONTAINED);
        command.addAll(shell.line(shell.script(folder, script), arguments));
        return Holdfast.in(folder).start(command);
    }

    private void assumeContainers() throws Exception {
        List<String> command = new ArrayList<>(CONTAINED);
        command.add("true");
        Done done;
        try {
            done = Holdfast.in(folder).start(command).done();
        } catch (java.io.IOException | java.io.UncheckedIOException e) {
            assumeTrue(false, "no unshare here");
            return;
        }
        assumeTrue(done.code() == 0, "this system makes no namespaces for this user");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M7: a script in another container leaves what Holdfast and scripts outside hold")
    void scriptInAContainer_leavesLivingHolders(Shell shell) throws Exception {
        assumeContainers();
        String take = "board_lock_acquire \"$1\" 0; echo $?; board_lock_release";
        try (LockManager manager = LockManager.open("dir:" + folder.resolve("java"));
                LockHandle held = manager.acquire("lock")) {
            Done done = contained(shell, take, "java/lock").done();
            assertThat(done.out()).as(done.err()).isEqualTo("1\n");
            assertThat(done.err()).contains("of another container");
            assertThat(manager.view("lock").free()).isFalse();
            assertThat(held.isHeld()).isTrue();
        }
        Running holder = shell.start(folder, Scripts.HOLD, "s/lock");
        Scripts.awaitSaid(holder, "held");
        Done done = contained(shell, take, "s/lock").done();
        assertThat(done.out()).as(done.err()).isEqualTo("1\n");
        assertThat(folder.resolve("s/lock/pid"))
                .hasContent(Long.toString(holder.process().pid()));
        Scripts.kill(holder);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M7: Holdfast and scripts outside leave what a script in another container holds")
    void holderInAContainer_isLeftAlone(Shell shell) throws Exception {
        assumeContainers();
        // The number must be free outside, so that only the namespace keeps the others from taking it for dead.
        Running holder = contained(
                shell, "echo 123455 >/proc/sys/kernel/ns_last_pid; ( " + Scripts.HOLD + " ) & wait $!", "storage/lock");
        try {
            Scripts.awaitSaid(holder, "held");
            assertThat(Long.parseLong(
                            Files.readString(folder.resolve("storage/lock/pid")).strip()))
                    .isGreaterThanOrEqualTo(123_456);
            assertThat(shell.run(folder, "board_lock_acquire storage/lock 0").code())
                    .isEqualTo(1);
            try (LockManager manager = LockManager.open("dir:" + folder.resolve("storage"))) {
                assertThat(manager.tryAcquire("lock").granted()).isFalse();
                assertThat(manager.view("lock").free()).isFalse();
            }
        } finally {
            Scripts.kill(holder);
        }
    }
}

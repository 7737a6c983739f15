package dev.holdfast.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.Holdfast.Done;
import dev.holdfast.cli.process.Holdfast.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scripts and Holdfast at the same lock directory. */
@Timeout(120)
final class InteropTest {
    @TempDir
    Path folder;

    private LockManager store() {
        return LockManager.open("dir:" + folder.resolve("storage"));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M2: what Holdfast holds is busy for a script, and free after its release")
    void java_holds_scriptIsRefused(Shell shell) {
        try (LockManager manager = store()) {
            try (LockHandle held = manager.acquire("lock")) {
                Done refused = shell.run(folder, "board_lock_acquire storage/lock 0; board_lock_release storage/lock");
                assertThat(refused.err())
                        .contains("lock busy: storage/lock")
                        .contains("Process " + ProcessHandle.current().pid());
                assertThat(held.isHeld()).isTrue();
            }
            assertThat(shell.run(folder, "board_lock_acquire storage/lock 0").code())
                    .isZero();
            // A second hold in the same directory's name, handed from one owner to the next.
            try (LockHandle again = manager.acquire("lock")) {
                assertThat(again.fence()).isPositive();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M7: what a script holds is refused with its pid, and taken over when it was killed")
    void script_holds_javaIsRefusedUntilItIsKilled(Shell shell) throws Exception {
        Running holder = shell.start(folder, Scripts.HOLD, "storage/lock");
        Scripts.awaitSaid(holder, "held");
        try (LockManager manager = store()) {
            Acquisition answer = manager.tryAcquire("lock");
            assertThat(answer.handle()).isEmpty();
            assertThat(answer.refusals().get(0).sentence(ZoneOffset.UTC))
                    .contains("PID " + holder.process().pid());
            Scripts.kill(holder);
            try (LockHandle taken = manager.acquire("lock")) {
                assertThat(shell.run(folder, "board_lock_acquire storage/lock 0")
                                .code())
                        .isEqualTo(1);
                assertThat(taken.isHeld()).isTrue();
            }
            assertThat(shell.run(folder, "board_lock_acquire storage/lock 0").code())
                    .isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M7: a lock of a Holdfast process that was killed is taken by a script, and Holdfast sees whose it is")
    void java_killed_scriptTakesOver(Shell shell) throws Exception {
        Running worker = Holdfast.in(folder)
                .start(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HoldingWorker.class.getName(),
                        "dir:" + folder.resolve("storage")));
        Scripts.awaitSaid(worker, "held");
        assertThat(shell.run(folder, "board_lock_acquire storage/lock 0").code())
                .isEqualTo(1);
        Scripts.kill(worker);
        Running successor = shell.start(folder, Scripts.HOLD, "storage/lock");
        Scripts.awaitSaid(successor, "held");
        try (LockManager manager = store()) {
            assertThat(manager.tryAcquire("lock").refusals().get(0).sentence(ZoneOffset.UTC))
                    .contains("PID " + successor.process().pid());
            Scripts.signal(successor, "TERM");
            assertThat(successor.done().code()).isEqualTo(143);
            try (LockHandle after = manager.acquire(LockRequest.of("lock").timeout(Duration.ofSeconds(100)))) {
                assertThat(after.isHeld()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M4: a script whose lock was taken by force is told so, and leaves the new holder's alone")
    void script_overridden_isTold(Shell shell) throws Exception {
        Running holder = shell.start(folder, """
                board_lock_acquire storage/lock 0 && echo held
                while [ ! -f go ]; do sleep 0.1; done
                board_lock_release storage/lock; echo "code $?"
                """);
        Scripts.awaitSaid(holder, "held");
        try (LockManager manager = store();
                LockHandle forced = manager.acquire(LockRequest.of("lock").takeover("it hangs"))) {
            Files.writeString(folder.resolve("go"), "");
            Done done = holder.done();
            assertThat(done.out()).endsWith("code 1\n");
            assertThat(done.err()).startsWith("tool: error: lock lost: storage/lock");
            assertThat(manager.holds().verifyFence("lock", forced.fence())).isTrue();
            assertThat(folder.resolve("storage/lock/pid"))
                    .hasContent(Long.toString(ProcessHandle.current().pid()));
        }
    }
}

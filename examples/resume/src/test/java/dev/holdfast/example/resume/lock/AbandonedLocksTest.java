package dev.holdfast.example.resume.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.ProcessTable;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whose process is proven dead, and whose is not. */
class AbandonedLocksTest extends WithManager {
    @Test
    @DisplayName("R4: a process on another host is never presumed dead")
    void acquireLock_otherHost_isRefused() throws Exception {
        ResumeLockData far = new ResumeLockData(
                "test-job", FAKE_PID, "test-host", Instant.now().minus(400, ChronoUnit.DAYS));
        Files.writeString(file("test-job"), far.json());
        assertThatThrownBy(() -> manager.acquireLock("test-job"))
                .isInstanceOf(ResumeInProgressException.class)
                .hasMessageContaining(far.who());
        try (ResumeLock forced = manager.takeOverLock("test-job")) {
            assertThat(forced.held()).isTrue();
        }
    }

    @Test
    @DisplayName("R4: a file that is older than the process that now has its number does not fool it")
    void acquireLock_reusedPid_isTaken() throws Exception {
        long alive = ProcessHandle.current().pid();
        Files.writeString(
                file("old"),
                new ResumeLockData("old", alive, here(), Instant.now().minus(400, ChronoUnit.DAYS)).json());
        Files.writeString(file("new"), new ResumeLockData("new", alive, here(), Instant.now()).json());
        assertThat(manager.acquireLock("old").held()).isTrue();
        assertThatThrownBy(() -> manager.acquireLock("new")).isInstanceOf(ResumeInProgressException.class);
    }

    @Test
    @DisplayName("R4: a lock of ours whose process number now belongs to another process is that of a dead one")
    void acquireLock_ownLockReusedPid_isTaken() throws Exception {
        ProcessId self = ProcessTable.system().self();
        ProcessId before = new ProcessId(self.host(), self.boot(), self.namespace(), self.pid(), "1");
        try (LockManager locks = LockManager.open("files:" + storage.resolve("resume_locks"))) {
            locks.acquire(LockRequest.of("job").owner(Owner.of("before").bound(List.of(before))));
            assertThat(ResumeLockData.parse(Files.readString(file("job"))).processId())
                    .isEqualTo(self.pid());
            assertThat(manager.holder("job")).isEmpty();
            manager.acquireLock("job").requireHeld();
        }
    }
}

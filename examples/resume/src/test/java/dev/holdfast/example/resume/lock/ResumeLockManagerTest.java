package dev.holdfast.example.resume.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The lock manager by itself: every unit test that the document names, and what holds beyond them. */
class ResumeLockManagerTest extends WithManager {
    @Test
    @DisplayName("V5, R1, R8: acquire_lock_success: a lock is taken, and is a file resume_locks/<id>.lock")
    void acquireLock_success() throws ResumeLockException {
        for (String id : List.of("mapreduce-123", "session-abc")) {
            ResumeLock lock = manager.acquireLock(id);
            assertThat(lock.held()).isTrue();
            assertThat(file(id)).isRegularFile();
        }
    }

    @Test
    @DisplayName("V5, R6: acquire_lock_fails_when_held: also for whoever holds it, with who, where, when and --force")
    void acquireLock_failsWhenHeld() throws Exception {
        ResumeLockData holder = manager.acquireLock("test-job").data();
        assertThatThrownBy(() -> manager.acquireLock("test-job"))
                .isInstanceOfSatisfying(
                        ResumeInProgressException.class,
                        refusal -> assertThat(refusal.holder()).contains(holder))
                .hasMessageContainingAll("test-job", "already in progress", holder.who(), "--force")
                .hasMessageFindingMatch(
                        "PID \\d+ on \\S+ \\(acquired \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\)");
        try (ResumeLockManager other = new ResumeLockManager(storage)) {
            assertThatThrownBy(() -> other.acquireLock("test-job")).isInstanceOf(ResumeInProgressException.class);
        }
    }

    @Test
    @DisplayName("V5, R5: lock_released_on_drop: closed at the end of its block, also by an exception")
    void lockReleasedOnDrop() throws ResumeLockException {
        try (ResumeLock lock = manager.acquireLock("test-job")) {
            assertThat(file("test-job")).exists();
            lock.requireHeld();
        }
        assertThat(file("test-job")).doesNotExist();
        assertThatThrownBy(() -> {
                    try (ResumeLock lock = manager.acquireLock("test-job")) {
                        throw new IllegalStateException("the work failed under " + lock.fence());
                    }
                })
                .hasMessageContaining("the work failed");
        assertThat(file("test-job")).doesNotExist();
        ResumeLock again = manager.acquireLock("test-job");
        again.close();
        again.close();
        assertThatThrownBy(again::requireHeld).isInstanceOf(ResumeLockLostException.class);
    }

    @Test
    @DisplayName("V5, R4: stale_lock_cleanup: a file that another program's dead process left is cleared away")
    void staleLockCleanup() throws Exception {
        ResumeLockData stale = new ResumeLockData("test-job", FAKE_PID, here(), Instant.now());
        Files.writeString(file("test-job"), stale.json());
        try (ResumeLock lock = manager.acquireLock("test-job")) {
            assertThat(ResumeLockData.parse(Files.readString(file("test-job")))).isEqualTo(lock.data());
            assertThat(lock.data().processId())
                    .isEqualTo(ProcessHandle.current().pid());
        }
    }

    @Test
    @DisplayName("V5: is_process_running_current_process")
    void isProcessRunning_currentProcess() {
        assertThat(ResumeLockManager.isProcessRunning(ProcessHandle.current().pid()))
                .isTrue();
    }

    @Test
    @DisplayName("V5: is_process_running_fake_process, nor one that has ended")
    void isProcessRunning_fakeProcess() throws Exception {
        assertThat(ResumeLockManager.isProcessRunning(FAKE_PID)).isFalse();
        Process process = new ProcessBuilder("sleep", "60").start();
        assertThat(ResumeLockManager.isProcessRunning(process.pid())).isTrue();
        process.destroyForcibly().waitFor();
        assertThat(ResumeLockManager.isProcessRunning(process.pid())).isFalse();
    }

    @Test
    @DisplayName("R7: a process that cannot be checked counts as running")
    void isProcessRunning_uncheckable_countsAsRunning() {
        for (long pid : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThat(ResumeLockManager.isProcessRunning(pid)).isTrue();
        }
    }

    @Test
    @DisplayName("V5, R3: lock_data_serialization: job_id, process_id, hostname and acquired_at, there and back")
    void lockDataSerialization() throws Exception {
        ResumeLockData data = new ResumeLockData("test-job");
        assertThat(ResumeLockData.parse(data.json())).isEqualTo(data);
        assertThat(data.json()).contains("\"job_id\"", "\"process_id\"", "\"hostname\"", "\"acquired_at\"");
        ResumeLock lock = manager.acquireLock("test-job");
        assertThat(ResumeLockData.parse(Files.readString(file("test-job")))).isEqualTo(lock.data());
        for (String broken : List.of("", "{", "[]", "{}", data.json().replace("T", " of "))) {
            assertThatThrownBy(() -> ResumeLockData.parse(broken)).isInstanceOf(ResumeLockException.class);
        }
    }
}

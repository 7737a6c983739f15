package dev.holdfast.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A lock directory that another program made without saying which process holds it. */
@Timeout(300)
class NamelessDirectoryTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("M7: a lock directory without a process is never taken by itself")
    void withoutPid_isNeverTakenUntilSomebodyRemovesIt() throws Exception {
        Path lock = Files.createDirectory(folder.resolve("lock"));
        try (LockManager locks = LockManager.open("dir:" + folder)) {
            Acquisition tried = locks.tryAcquire("lock");
            assertThat(tried.granted()).isFalse();
            assertThat(tried.refusals().get(0).holders())
                    .singleElement()
                    .satisfies(judged -> assertThat(judged.state()).isEqualTo(Verdict.SUSPECT));
            assertThat(locks.view("lock").holders())
                    .allSatisfy(judged -> assertThat(judged.state()).isEqualTo(Verdict.SUSPECT));
            assertThat(locks.tryAcquire(LockRequest.of("lock").timeout(Duration.ofMillis(500)))
                            .granted())
                    .isFalse();
            assertThat(lock).isDirectory();
            Files.delete(lock);
            assertThat(locks.acquire(LockRequest.of("lock").timeout(Duration.ofMinutes(2)))
                            .isHeld())
                    .isTrue();
        }
    }
}

package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.process.FileLockWait;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.file.sidecar.Disk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A real process that is stopped in the middle of a change. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows cannot stop a process by a signal")
class StoppedProcessTest {
    private static final List<String> SCHEMES = List.of("files", "file", "dir");

    @TempDir
    Path temp;

    /** All at the same time, since each waits for the real bound. */
    @Test
    void apply_anotherProcessStoppedInside_isRefusedWithItsNumberAndWorksWhenItIsGone() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(SCHEMES.size());
        try {
            Map<String, Future<?>> all = new HashMap<>();
            for (String scheme : SCHEMES) {
                all.put(scheme, threads.submit(() -> {
                    refusedWhileStopped(scheme);
                    return true;
                }));
            }
            for (Future<?> one : all.values()) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void refusedWhileStopped(String scheme) throws Exception {
        Path folder = temp.resolve(scheme);
        try (LockStore store = Halting.open(scheme, folder, Disk.REAL)) {
            long before = Locks.taken(store, "ann", "mine");
            try (Halting other = Halting.inside(scheme, folder)) {
                for (int i = 0; i < 3; i++) {
                    Throwable refusal = catchThrowable(() -> Locks.taken(store, "bob", "b"));
                    assertThat(refusal)
                            .as(scheme)
                            .isInstanceOf(StoreUnreachableException.class)
                            .hasMessageContaining("in the middle of a change. Nothing was changed.");
                    if (Files.isReadable(Path.of("/proc/locks"))) {
                        assertThat(refusal)
                                .hasMessageContaining("process " + other.pid() + ", which is stopped,")
                                .hasMessageContaining("kill -CONT " + other.pid());
                    }
                }
            }
            assertThat(Locks.taken(store, "bob", "b")).isGreaterThan(before);
            assertThat(Locks.owner(store, "mine")).isEqualTo("ann");
            assertThat(Locks.owner(store, "a"))
                    .as("the change that was never finished")
                    .isEmpty();
        }
    }

    @Test
    void bounds_areThoseOfTheDocuments() {
        assertThat(FileLockWait.STUCK).isEqualTo(Duration.ofSeconds(10));
        assertThat(FileLockWait.MAX_WAIT).isEqualTo(Duration.ofSeconds(60));
    }
}

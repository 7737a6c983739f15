package dev.holdfast.store.file.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TwoProcessesTest {
    private static final int ROUNDS = 40;

    @Test
    @Timeout(180)
    void acquire_inTwoProcesses_losesNoUpdate(@TempDir Path project) throws Exception {
        Path counter = Files.writeString(project.resolve("counter"), "0");
        List<Process> processes = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                processes.add(new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                RegistryProcess.class.getName(),
                                project.resolve(".locks").toString(),
                                counter.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(project.resolve("out" + i).toFile())
                        .start());
            }
            for (int i = 0; i < 2; i++) {
                assertThat(processes.get(i).waitFor(100, TimeUnit.SECONDS)).isTrue();
                assertThat(processes.get(i).exitValue())
                        .as(Files.readString(project.resolve("out" + i)))
                        .isZero();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }

        assertThat(counter).hasContent(String.valueOf(2 * ROUNDS));
        assertThat(Registry.read(Files.readString(project.resolve(".locks/locks.json")), Instant.EPOCH)
                        .resources())
                .isEmpty();
    }

    /** Counts in a file that nothing but the lock protects. */
    static final class RegistryProcess {
        private RegistryProcess() {}

        public static void main(String[] args) throws IOException, InterruptedException {
            Path counter = Path.of(args[1]);
            try (LockManager manager = LockManager.open("file:" + args[0])) {
                LockRequest request = LockRequest.of("counter").timeout(Duration.ofSeconds(60));
                for (int i = 0; i < ROUNDS; i++) {
                    try (LockHandle handle = manager.acquire(request)) {
                        if (!handle.isHeld()) {
                            throw new IllegalStateException("granted and not held");
                        }
                        int count = Integer.parseInt(Files.readString(counter));
                        Files.writeString(counter, String.valueOf(count + 1));
                    }
                }
            }
        }
    }
}

package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.spi.LockStore;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes on one folder. */
class ManyProcessesTest {
    private static final int PROCESSES = 3;
    private static final int TIMES = Extent.of(40, 200);

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"files", "dir"})
    @Timeout(900)
    void acquire_manyProcesses_neverLoseAnUpdate(String scheme) throws Exception {
        Path counter = Files.writeString(temp.resolve("counter"), "0");
        String address = scheme + ":" + temp.resolve("locks");
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(start(address, counter));
        }
        for (Process process : processes) {
            assertThat(process.waitFor(840, TimeUnit.SECONDS)).isTrue();
            assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
                    .isEmpty();
            assertThat(process.exitValue()).isZero();
        }
        assertThat(counter).content().isEqualTo(Integer.toString(PROCESSES * TIMES));
        try (LockStore store = new FileStoreProvider().open(address, InstantSource.system())) {
            assertThat(Locks.owner(store, "counter")).isEmpty();
            assertThat(Locks.happened(store, "counter")).isEmpty();
        }
    }

    private Process start(String address, Path counter) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        Contender.class.getName(),
                        address,
                        counter.toString(),
                        Integer.toString(TIMES))
                .redirectErrorStream(true)
                .directory(new File("."))
                .start();
    }
}

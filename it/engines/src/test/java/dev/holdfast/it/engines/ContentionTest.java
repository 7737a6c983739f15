package dev.holdfast.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.engines.Engine;
import dev.holdfast.testkit.Child;
import dev.holdfast.testkit.HistoryChecker;
import dev.holdfast.testkit.Tenure;
import dev.holdfast.testkit.TenureLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Processes and threads that contend for a few locks on one real server. {@code -Dholdfast.turns=2000} for longer. */
@Timeout(900)
class ContentionTest {
    private static final int PROCESSES = Extent.of(3, 4);
    private static final int THREADS = Extent.of(4, 8);
    /** By turns and not by time, so that a busy machine does as much. */
    private static final int TURNS = Integer.getInteger("holdfast.turns", Extent.of(25, 250));

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("dev.holdfast.it.engines.Engines#some")
    void severalProcesses_ofSeveralThreads_violateNothing(Engine engine) throws Exception {
        long seed = new Random().nextLong();
        List<Path> logs = new ArrayList<>();
        List<Child> children = new ArrayList<>();
        long granted = 0;
        long refused = 0;
        long begin = System.nanoTime();
        String address = Engines.shared(engine).address();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                Path log = folder.resolve("tenures." + i);
                logs.add(log);
                children.add(Child.start(
                        folder,
                        List.of(),
                        Contender.class,
                        address,
                        log.toString(),
                        Integer.toString(THREADS),
                        Integer.toString(TURNS),
                        Long.toString(seed + i * 1000L)));
            }
            for (Child child : children) {
                assertThat(child.await(600)).as(child.errors()).isZero();
                String[] counts = new String(child.process().getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .strip()
                        .split(" ", -1);
                granted += Long.parseLong(counts[0]);
                refused += Long.parseLong(counts[1]);
            }
        } finally {
            children.forEach(Child::close);
        }
        List<Tenure> tenures = TenureLog.read(logs);
        System.out.printf(
                "%s: %d processes, %d threads each, %d s: %,d granted, %,d refused%n",
                engine,
                PROCESSES,
                THREADS,
                Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
                granted,
                refused);
        assertThat(tenures).hasSize(Math.toIntExact(granted));
        assertThat(granted).isEqualTo((long) PROCESSES * THREADS * TURNS);
        assertThat(HistoryChecker.violations(tenures)).as("seed %s", seed).isEmpty();
    }
}

package dev.holdfast.it.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.servers.Engine;
import dev.holdfast.servers.Server;
import dev.holdfast.testkit.Child;
import dev.holdfast.testkit.HistoryChecker;
import dev.holdfast.testkit.Tenure;
import dev.holdfast.testkit.TenureLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes and threads that contend for a few locks on one real server. {@code -Dholdfast.seconds=60} for longer. */
@Timeout(300)
class ContentionTest {
    private static final int PROCESSES = 4;
    private static final int THREADS = 8;
    private static final int SECONDS = Integer.getInteger("holdfast.seconds", 10);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Engine.class)
    void fourProcesses_ofEightThreads_violateNothing(Engine engine) throws Exception {
        long seed = new Random().nextLong();
        List<Path> logs = new ArrayList<>();
        List<Child> children = new ArrayList<>();
        long granted = 0;
        long refused = 0;
        try (Server server = engine.start(folder.resolve("server"))) {
            for (int i = 0; i < PROCESSES; i++) {
                Path log = folder.resolve("tenures." + i);
                logs.add(log);
                children.add(Child.start(
                        folder,
                        List.of(),
                        Contender.class,
                        server.address(),
                        log.toString(),
                        Integer.toString(THREADS),
                        Integer.toString(SECONDS),
                        Long.toString(seed + i * 1000L)));
            }
            for (Child child : children) {
                assertThat(child.await(SECONDS + 60)).as(child.errors()).isZero();
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
                engine, PROCESSES, THREADS, SECONDS, granted, refused);
        assertThat(tenures).hasSize(Math.toIntExact(granted));
        assertThat(granted).isGreaterThan(PROCESSES * THREADS);
        assertThat(HistoryChecker.violations(tenures)).as("seed %s", seed).isEmpty();
    }
}

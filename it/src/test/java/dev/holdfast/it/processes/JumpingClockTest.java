package dev.holdfast.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Mode;
import dev.holdfast.check.Extent;
import dev.holdfast.testkit.Child;
import dev.holdfast.testkit.HistoryChecker;
import dev.holdfast.testkit.Tenure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that share locks while the clock of their machine is set forward and back by an hour. */
class JumpingClockTest {
    private static final int PROCESSES = 4;
    private static final List<Integer> JUMPS = List.of(60, 0, -60, 60, -60, 0, -60, 0, 60, 0);

    private static final int ACQUISITIONS_BETWEEN = 5;
    private static final int MAX_NAPS = 200;
    private static final int ROUNDS = Extent.of(1, 3);
    private static final int ACQUISITIONS = 20;

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}:")
    @CsvSource({"sqlite, locks.db, 3000", "file, .locks, 0", "files, locks, 0"})
    @Timeout(600)
    void clockSetByAnHour_nothingIsGrantedTwiceAndLossIsTold(String scheme, String place, String ttl) throws Exception {
        JumpingClock clock = new JumpingClock(folder.resolve(JumpedWorker.CLOCK));
        List<Child> children = new ArrayList<>();
        List<CompletableFuture<List<String>>> said = new ArrayList<>();
        AtomicInteger times = new AtomicInteger();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                Child child = Child.start(
                        folder,
                        List.of(),
                        JumpedWorker.class,
                        scheme + ":" + folder.resolve(place),
                        folder.toString(),
                        ttl,
                        Integer.toString(i));
                children.add(child);
                said.add(CompletableFuture.supplyAsync(() -> heard(child, times)));
            }
            for (int jump = 0; jump < ROUNDS * JUMPS.size() || times.get() <= ACQUISITIONS; jump++) {
                int before = times.get();
                clock.set(JUMPS.get(jump % JUMPS.size()));
                // Until they have been at it under this time, or all wait for a hold that the last jump made long.
                for (int naps = 0; naps < MAX_NAPS && times.get() < before + ACQUISITIONS_BETWEEN; naps++) {
                    Thread.sleep(10);
                }
            }
            Files.createFile(folder.resolve(Worker.STOP));
            List<Tenure> tenures = new ArrayList<>();
            int lost = 0;
            for (int i = 0; i < PROCESSES; i++) {
                assertThat(children.get(i).await(300))
                        .as(children.get(i).errors())
                        .isZero();
                for (String line : said.get(i).get(2, TimeUnit.MINUTES)) {
                    String[] parts = line.split(" ", -1);
                    tenures.add(new Tenure(
                            Worker.RESOURCE,
                            "process " + i,
                            Mode.EXCLUSIVE,
                            Long.parseLong(parts[0]),
                            Long.parseLong(parts[1]),
                            Long.parseLong(parts[2])));
                    assertThat(parts[3]).isIn("held", "told");
                    lost += parts[3].equals("told") ? 1 : 0;
                }
            }
            System.out.printf(
                    "%s: %d acquisitions under a jumping clock, %d lost and told%n", scheme, tenures.size(), lost);
            assertThat(tenures).hasSizeGreaterThan(ACQUISITIONS);
            assertThat(HistoryChecker.violations(tenures)).isEmpty();
        } finally {
            children.forEach(Child::close);
        }
    }

    private static List<String> heard(Child child, AtomicInteger times) {
        return child.process()
                .inputReader(StandardCharsets.UTF_8)
                .lines()
                .peek(line -> times.incrementAndGet())
                .toList();
    }
}

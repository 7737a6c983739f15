package dev.holdfast.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockManager;
import dev.holdfast.ProcessId;
import dev.holdfast.check.Extent;
import dev.holdfast.internal.storage.History;
import dev.holdfast.testkit.HistoryChecker;
import dev.holdfast.testkit.TenureLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that take and give one lock while some of them are killed. */
class KilledHoldersTest {
    private static final int PROCESSES = Extent.of(3, 8);
    private static final int ACQUISITIONS = Extent.of(120, 2_000);
    private static final int KILLS = Extent.of(3, 24);
    private static final int KILLS_INSIDE = KILLS / 3;
    /** Ends a run that hangs; a busy machine only makes it longer. */
    private static final Duration MAX_WAIT = Duration.ofMinutes(10);

    @TempDir
    Path folder;

    @DisplayName("M7, M12, R4: killed holders lose no update and block nobody")
    @ParameterizedTest(name = "{0}:")
    @CsvSource({"sqlite, locks.db", "files, locks", "dir, locks", "file, .locks"})
    @Timeout(900)
    void severalProcesses_someKilled_countWithoutLoss(String scheme, String place) throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Path log = folder.resolve(Worker.LOG);
        String address = scheme + ":" + folder.resolve(place);
        long begin = System.nanoTime();
        Map<Long, Long> killedAt;
        try (Crew crew = new Crew(address, folder, PROCESSES, random)) {
            for (long done = 0; !isEnough(log, done, crew); done = CountedLog.lines(log)) {
                assertThat(Duration.ofNanos(System.nanoTime() - begin))
                        .as("seed %s: hangs, %s done", seed, done)
                        .isLessThan(MAX_WAIT);
                Thread.sleep(20 + random.nextInt(60));
                crew.requireWorking();
                // By the work done, not by time: starting processes is most of what a busy machine does here.
                if (done / (ACQUISITIONS / KILLS) > crew.killedAt().size()) {
                    crew.killOne();
                }
            }
            crew.dismiss();
            killedAt = crew.killedAt();
        }
        List<CountedLog.Line> lines = CountedLog.read(log);
        Set<Long> killedInside = killedInside(lines);
        System.out.printf(
                "%s: %d acquisitions in %d s, %d kills, %d of them inside%n",
                scheme,
                lines.size(),
                Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
                killedAt.size(),
                killedInside.size());
        assertThat(CountedLog.violations(lines)).as("seed %s", seed).isEmpty();
        assertThat(HistoryChecker.violations(TenureLog.read(tenureLogs())))
                .as("seed %s", seed)
                .isEmpty();
        assertThat(killedAt.keySet()).containsAll(killedInside);
        assertThat(diedHolders(address))
                .as("those whose hold ended because their death was noticed, not because a lease was over")
                .containsAll(killedInside);
    }

    /** Returns whether the work is done: acquisitions, kills inside, and after the last kill somebody entered. */
    private static boolean isEnough(Path log, long done, Crew crew) throws IOException {
        if (done < ACQUISITIONS || crew.killedAt().size() < KILLS) {
            return false;
        }
        List<CountedLog.Line> lines = CountedLog.read(log);
        long lastKill = Collections.max(crew.killedAt().values());
        return killedInside(lines).size() >= KILLS_INSIDE
                && lines.get(lines.size() - 1).entered() > lastKill;
    }

    /** Returns the processes that were found dead inside by the next one there. */
    private static Set<Long> killedInside(List<CountedLog.Line> lines) {
        return lines.stream()
                .map(CountedLog.Line::after)
                .filter(pid -> pid != 0)
                .collect(Collectors.toSet());
    }

    /** Returns the processes of the holds that ended by the death of their holder, as the store's history has it. */
    private static Set<Long> diedHolders(String address) {
        try (LockManager locks = LockManager.open(address)) {
            return locks.admin().history(new HistoryQuery(Worker.RESOURCE, null, History.MAX_EVENTS)).stream()
                    .map(past -> past.event())
                    .filter(notice -> notice.kind() == LockEvent.EventKind.DIED)
                    .flatMap(notice -> notice.hold().owner().processes().stream())
                    .map(ProcessId::pid)
                    .collect(Collectors.toSet());
        }
    }

    private List<Path> tenureLogs() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("tenures."))
                    .toList();
        }
    }
}

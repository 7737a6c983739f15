package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TenureLogTest {
    @TempDir
    Path folder;

    @Test
    void read_severalFiles_givesWhatWasWritten() {
        Path one = folder.resolve("one");
        Path two = folder.resolve("two");
        try (TenureLog log = TenureLog.inFile(one);
                TenureLog other = TenureLog.inFile(two)) {
            log.begin("a\tb\n\\n", "ann", Mode.EXCLUSIVE, 1).close();
            other.begin("a", "bob", Mode.SHARED, 2).close();
            assertThat(TenureLog.read(List.of(one, two)))
                    .containsExactly(log.tenures().get(0), other.tenures().get(0));
        }
    }

    @Test
    void read_processKilled_countsItsBegin() throws IOException {
        Path file = folder.resolve("killed");
        try (TenureLog log = TenureLog.inFile(file)) {
            log.begin("a", "ann", Mode.EXCLUSIVE, 1).close();
            log.begin("a", "ann", Mode.EXCLUSIVE, 2);
        }
        Files.writeString(file, "begin\t3\tEXCL", StandardOpenOption.APPEND);
        List<Tenure> tenures = TenureLog.read(List.of(file));
        assertThat(tenures).extracting(Tenure::fence).containsExactly(1L, 2L);
        assertThat(tenures.get(1).end()).isEqualTo(tenures.get(1).begin());
    }

    @Test
    @Timeout(180)
    void log_byManyThreads_isJudgedRight() throws Exception {
        TenureLog guarded = TenureLog.inMemory();
        TenureLog unguarded = TenureLog.inMemory();
        ReentrantLock lock = new ReentrantLock();
        long[] fence = {0};
        Race.run(3, runner -> () -> {
            for (int i = 0; i < 200; i++) {
                lock.lock();
                try {
                    guarded.begin("r", "o" + runner, Mode.EXCLUSIVE, ++fence[0]).close();
                } finally {
                    lock.unlock();
                }
            }
            return runner;
        });
        var first = unguarded.begin("r", "ann", Mode.EXCLUSIVE, 1);
        var second = unguarded.begin("r", "bob", Mode.EXCLUSIVE, 2);
        long soon = System.nanoTime() + 1000;
        while (System.nanoTime() < soon) {
            Thread.onSpinWait();
        }
        second.close();
        first.close();
        assertThat(guarded.tenures()).hasSize(600);
        assertThat(HistoryChecker.violations(guarded.tenures())).isEmpty();
        assertThat(HistoryChecker.violations(unguarded.tenures())).hasSize(1);
    }
}

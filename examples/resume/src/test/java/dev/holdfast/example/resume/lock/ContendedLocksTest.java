package dev.holdfast.example.resume.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many who want one lock, and one who takes it from another. */
class ContendedLocksTest extends WithManager {
    @Test
    @DisplayName("R2: whoever reads the file meanwhile finds it whole or not at all")
    @Timeout(300)
    void acquireLock_whileRead_isWholeOrAbsent() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            AtomicInteger seen = new AtomicInteger();
            Future<?> writer = executor.submit(() -> {
                for (int i = 0; i < 200 || seen.get() == 0; i++) {
                    manager.acquireLock("test-job").close();
                }
                return null;
            });
            while (!writer.isDone()) {
                try {
                    assertThat(ResumeLockData.parse(Files.readString(file("test-job")))
                                    .jobId())
                            .isEqualTo("test-job");
                    seen.incrementAndGet();
                } catch (NoSuchFileException e) {
                    Thread.onSpinWait();
                }
            }
            writer.get();
            assertThat(seen).hasPositiveValue();
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    @DisplayName("R9: of 16 threads that ask at once, each time exactly one gets it")
    @Timeout(300)
    void acquireLock_manyThreads_oneWins() throws Exception {
        int threads = 16;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        CyclicBarrier together = new CyclicBarrier(threads);
        try {
            for (int round = 0; round < 20; round++) {
                String id = "job-" + round;
                Callable<Boolean> ask = () -> {
                    together.await(60, TimeUnit.SECONDS);
                    try {
                        return manager.acquireLock(id).held();
                    } catch (ResumeInProgressException e) {
                        return false;
                    }
                };
                List<Boolean> winners = new ArrayList<>();
                for (Future<Boolean> answer : executor.invokeAll(Collections.nCopies(threads, ask))) {
                    winners.add(answer.get());
                }
                assertThat(winners).containsOnlyOnce(true).hasSize(threads);
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    @DisplayName("A lock that was taken over knows it at once when it looks, and is told")
    @Timeout(300)
    void takeOverLock_holderIsTold() throws Exception {
        ResumeLock lock = manager.acquireLock("test-job");
        CountDownLatch told = new CountDownLatch(1);
        lock.onLoss(told::countDown);
        ResumeLock forced = manager.takeOverLock("test-job");
        assertThat(forced.fence()).isGreaterThan(lock.fence());
        assertThatThrownBy(lock::requireHeld)
                .isInstanceOf(ResumeLockLostException.class)
                .hasMessageContaining("--force")
                .cause()
                .isNotNull();
        assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(lock.held()).isFalse();
        lock.close();
        forced.requireHeld();
        assertThat(file("test-job")).exists();
    }
}

package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Hold;
import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.spring.Locked.WhenHeld;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Methods under locks, in two applications over one store. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LockedTest {
    private static final String NAME = "nightly-billing";

    @TempDir
    private static Path folder;

    private static ConfigurableApplicationContext node;
    private static ConfigurableApplicationContext otherNode;
    private static Billing billing;
    private static Billing otherBilling;
    private static LockManager locks;
    private static final ExecutorService THREADS = Executors.newCachedThreadPool();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Billing.class)
    static class App {
        @Bean
        Inner inner() {
            return new Inner();
        }
    }

    static class Inner {
        @Locked(NAME)
        public String nested() {
            return "nested";
        }
    }

    static class Billing {
        private final Inner inner;
        private final LockManager locks;

        Billing(Inner inner, LockManager locks) {
            this.inner = inner;
            this.locks = locks;
        }

        @Locked(NAME)
        public String run(Callable<String> work) throws Exception {
            return work.call();
        }

        @Locked(NAME)
        public Optional<String> runOptional() {
            return Optional.of("ran");
        }

        @Locked(NAME)
        public CompletableFuture<String> runLater(CompletableFuture<String> work) {
            return work;
        }

        @Locked(value = NAME, whenHeld = WhenHeld.FAIL)
        public int runOrFail() {
            return 1;
        }

        @Locked(value = NAME, waitFor = "1h")
        public String runAfterWait() {
            return "ran";
        }

        @Locked(value = "billing", key = "#region")
        public String runIn(String region, Callable<String> work) throws Exception {
            return work.call();
        }

        @Locked(value = "short-job", keep = "10m")
        public String runAndKeep() {
            return "ran";
        }

        @Locked(NAME)
        public String runNested(Runnable before) {
            before.run();
            return inner.nested();
        }

        @Locked(NAME)
        @Transactional
        public void runInTransaction(AtomicInteger heldAfterCommit) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    heldAfterCommit.set(locks.view(NAME).free() ? 1 : 2);
                }
            });
        }
    }

    @BeforeAll
    static void start() {
        node = Apps.plain(App.class, properties());
        otherNode = Apps.plain(App.class, properties());
        billing = node.getBean(Billing.class);
        otherBilling = otherNode.getBean(Billing.class);
        locks = otherNode.getBean(LockManager.class);
    }

    private static String[] properties() {
        return new String[] {"spring.datasource.url=jdbc:sqlite:" + folder.resolve("app.db") + "?busy_timeout=5000"};
    }

    @AfterAll
    static void stop() {
        THREADS.shutdownNow();
        node.close();
        otherNode.close();
    }

    /** Runs a job on the first node until the latch is open. */
    private Future<String> busy(CountDownLatch until) throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(1);
        Future<String> job = THREADS.submit(() -> billing.run(() -> {
            runs.countDown();
            until.await();
            return "ran";
        }));
        runs.await();
        return job;
    }

    @Test
    void threadsAndNodes_excludeEachOther_andTheRestIsSkipped() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Future<String> job = busy(end);
        assertThat(billing.run(() -> "ran twice")).isNull();
        assertThat(otherBilling.run(() -> "ran twice")).isNull();
        assertThat(otherBilling.runOptional()).isEmpty();
        assertThat(otherBilling.runLater(CompletableFuture.completedFuture("ran twice")))
                .isCompletedWithValue(null);
        assertThatThrownBy(otherBilling::runOrFail)
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining(NAME + " has been held by")
                .hasMessageContaining("Billing.run");
        end.countDown();
        assertThat(job.get()).isEqualTo("ran");
        assertThat(otherBilling.run(() -> "ran")).isEqualTo("ran");
        assertThat(otherBilling.runOrFail()).isEqualTo(1);
        assertThat(otherBilling.runOptional()).contains("ran");
    }

    @Test
    void wait_endsWithTheOtherJob_orWithAnInterrupt() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Future<String> job = busy(end);
        CompletableFuture<Throwable> cancelled = new CompletableFuture<>();
        Thread interrupted = new Thread(() -> {
            try {
                cancelled.completeExceptionally(new AssertionError(otherBilling.runAfterWait()));
            } catch (CancellationException e) {
                cancelled.complete(e);
            }
        });
        interrupted.start();
        await().until(() -> locks.view(NAME).waiting() > 0);
        interrupted.interrupt();
        assertThat(cancelled.get()).hasMessageContaining("interrupted while it waited for " + NAME);
        Future<String> waiting = THREADS.submit(otherBilling::runAfterWait);
        await().until(() -> locks.view(NAME).waiting() > 0);
        end.countDown();
        assertThat(job.get()).isEqualTo("ran");
        assertThat(waiting.get()).isEqualTo("ran");
    }

    @Test
    void failure_releasesTheLock_andStaysAsItIs() {
        IllegalStateException thrown = new IllegalStateException("no rates");
        assertThatThrownBy(() -> billing.run(() -> {
                    throw thrown;
                }))
                .isSameAs(thrown);
        assertThat(locks.view(NAME).free()).isTrue();
    }

    @Test
    void future_holdsTheLockUntilItIsComplete_alsoAgainstTheSameThread() {
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<String> answer = billing.runLater(work);
        assertThat(locks.view(NAME).free()).isFalse();
        assertThat(billing.runLater(CompletableFuture.completedFuture("ran twice")))
                .isCompletedWithValue(null);
        work.complete("ran");
        assertThat(answer.join()).isEqualTo("ran");
        assertThat(locks.view(NAME).free()).isTrue();

        CompletableFuture<String> failing = new CompletableFuture<>();
        CompletableFuture<String> failed = billing.runLater(failing);
        failing.completeExceptionally(new IllegalStateException("no rates"));
        assertThatThrownBy(failed::join).hasMessageContaining("no rates");
        assertThat(locks.view(NAME).free()).isTrue();
        assertThat(billing.runLater(null)).isNull();
        assertThat(locks.view(NAME).free()).isTrue();
    }

    @Test
    void key_isPartOfTheName() throws Exception {
        assertThat(billing.runIn("eu", () -> {
                    assertThat(locks.view("billing/eu").free()).isFalse();
                    return otherBilling.runIn("us", () -> String.valueOf(otherBilling.runIn("eu", () -> "ran twice")));
                }))
                .isEqualTo("null");
    }

    @Test
    void nestedCall_goesOnUnderTheSameLock_unlessItIsLost() {
        assertThat(billing.runNested(() -> {})).isEqualTo("nested");
        assertThat(locks.view(NAME).free()).isTrue();
        assertThatThrownBy(() -> billing.runNested(() -> {
                    locks.admin().forceRelease(NAME, "Ann", "it hung");
                    // The handle learns of it by itself.
                    await().pollInSameThread().until(() -> {
                        try {
                            node.getBean(Inner.class).nested();
                            return false;
                        } catch (LockLostException e) {
                            return true;
                        }
                    });
                }))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("Ann released it");
        assertThat(billing.runNested(() -> {})).isEqualTo("nested");
    }

    @Test
    void lock_isKeptAfterAShortJob_alsoWithoutItsNode() {
        try (ConfigurableApplicationContext brief = Apps.plain(App.class, properties())) {
            assertThat(brief.getBean(Billing.class).runAndKeep()).isEqualTo("ran");
            assertThat(otherBilling.runAndKeep()).isNull();
        }
        assertThat(otherBilling.runAndKeep()).isNull();
        Hold kept = locks.view("short-job").holders().get(0).hold();
        assertThat(kept.lease().grace()).isEqualTo(Duration.ofMinutes(10));
        assertThat(kept.owner().processes()).isEmpty();
    }

    @Test
    void lock_isHeldUntilTheTransactionHasEnded() {
        AtomicInteger held = new AtomicInteger();
        billing.runInTransaction(held);
        assertThat(held).hasValue(2);
        assertThat(locks.view(NAME).free()).isTrue();
    }

    @Test
    void managerThatIsClosed_isNoReasonToSkip() {
        try (ConfigurableApplicationContext closing = Apps.plain(App.class, properties())) {
            closing.getBean(LockManager.class).close();
            assertThatThrownBy(() -> closing.getBean(Billing.class).run(() -> "ran"))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableScheduling
    static class Clockwork {
        private static final AtomicInteger RUNS = new AtomicInteger();
        private static final AtomicInteger BEATS = new AtomicInteger();

        @Bean
        Job job() {
            return new Job();
        }

        static class Job {
            @Scheduled(fixedDelay = 10)
            @Locked("tick")
            public void tick() {
                RUNS.incrementAndGet();
            }

            @Scheduled(fixedDelay = 10)
            public void beat() {
                BEATS.incrementAndGet();
            }
        }
    }

    @Test
    void scheduledMethod_runsUnderItsLock_andNotWhileAnotherNodeHasIt() throws Exception {
        AtomicInteger runs = Clockwork.RUNS;
        try (ConfigurableApplicationContext app = Apps.plain(Clockwork.class, properties())) {
            assertThat(app.isRunning()).isTrue();
            await().until(() -> runs.get() > 2);
            try (LockHandle held = locks.acquire(LockRequest.of("tick").timeout(Duration.ofMinutes(1)))) {
                int before = runs.get();
                int beats = Clockwork.BEATS.get();
                await().until(() -> Clockwork.BEATS.get() > beats + 5);
                assertThat(runs.get()).isEqualTo(before);
                assertThat(held.isHeld()).isTrue();
            }
            int after = runs.get();
            await().until(() -> runs.get() > after);
        }
    }

    static class Primitive {
        @Locked(NAME)
        public int count() {
            return 1;
        }
    }

    static class Unseen {
        @Locked(NAME)
        public Future<String> later() {
            return CompletableFuture.completedFuture("");
        }
    }

    static class BadTime {
        @Locked(value = NAME, waitFor = "soon")
        public void run() {}
    }

    static class BadName {
        @Locked("")
        public void run() {}
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(
                        Primitive.class, "Primitive.count: it returns int, so a skipped call has nothing to return."),
                Arguments.of(Unseen.class, "Unseen.later: it returns Future, whose end cannot be seen"),
                Arguments.of(
                        BadTime.class,
                        "The waitFor of @Locked on BadTime.run cannot be read: 'soon' is not a duration"),
                Arguments.of(BadName.class, "BadName.run: it is refused: A resource needs a name"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void mistake_stopsTheStart_withASentence(Class<?> mistaken, String sentence) {
        assertThatThrownBy(() -> Apps.plain(Bare.class, Postgres.and(properties(), "mistaken=" + mistaken.getName()))
                        .close())
                .hasStackTraceContaining(sentence);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Bare {
        @Bean
        Object mistaken(Environment environment) throws Exception {
            var made =
                    Class.forName(environment.getRequiredProperty("mistaken")).getDeclaredConstructor();
            made.setAccessible(true);
            return made.newInstance();
        }
    }
}

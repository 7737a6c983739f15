package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.ProcessId;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.spring.guide.Invoices;
import dev.holdfast.spring.guide.NightlyBilling;
import dev.holdfast.spring.guide.Underwriting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

/** The job of {@code docs/spring.md}: in several threads, on several nodes, and on a node that is killed. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JobOwnerTest {
    private static final String INSIDE = "inside";
    private static String[] properties;
    private static ConfigurableApplicationContext node;
    private static ConfigurableApplicationContext otherNode;

    /** A node in a process of its own. Its job ends with the process. */
    static final class Node {
        private Node() {}

        public static void main(String[] properties) {
            ConfigurableApplicationContext app = Apps.plain(Underwriting.class, properties);
            app.getBean(Invoices.class).work(id -> {
                app.getBean(CurrentLocks.class).renew(true); // a job that takes longer than the grace time
                System.out.println(INSIDE);
                readAll();
            });
            app.getBean(NightlyBilling.class).bill(9);
        }

        private static void readAll() {
            try {
                System.in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @BeforeAll
    static void start() {
        properties = Postgres.and(
                Postgres.fresh(),
                "holdfast.policies[0].pattern=policy/**",
                "holdfast.policies[0].lease.absolute=never",
                "holdfast.policies[0].lease.grace=never");
        node = Apps.plain(Underwriting.class, properties);
        otherNode = Apps.plain(Underwriting.class, properties);
    }

    @AfterAll
    static void stop() {
        node.close();
        otherNode.close();
    }

    @Test
    @DisplayName("P4: a job excludes itself in other threads and on other nodes")
    void threadsAndNodes_excludeEachOther() throws Exception {
        NightlyBilling billing = node.getBean(NightlyBilling.class);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        node.getBean(Invoices.class).work(id -> {
            if (inside.getCount() > 0) { // not another one, which must not get in
                inside.countDown();
                await(end);
            }
        });
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> billing.bill(8));
        await(inside);
        assertRefused(() -> billing.bill(8));
        assertRefused(() -> otherNode.getBean(NightlyBilling.class).bill(8));
        end.countDown();
        first.get();
        otherNode.getBean(NightlyBilling.class).bill(8);
    }

    private static void assertRefused(Runnable job) {
        CompletableFuture<Void> inItsOwnThread = CompletableFuture.runAsync(job);
        assertThatThrownBy(inItsOwnThread::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("Nightly billing");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("P7: the locks of a job are free when its process was killed, although its lease has no end")
    void killed_isFreeForOthers() throws Exception {
        Process process = started();
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.lines().anyMatch(INSIDE::equals)).as("runs").isTrue();
            LockManager locks = node.getBean(LockManager.class);
            assertThat(locks.view("policy/9").holders())
                    .singleElement()
                    .satisfies(holder -> assertThat(holder.hold().owner().processes())
                            .extracting(ProcessId::pid)
                            .containsExactly(process.pid()));
            assertRefused(() -> node.getBean(NightlyBilling.class).bill(9));
        } finally {
            process.destroyForcibly().waitFor();
        }
        List<Long> billed = new ArrayList<>();
        otherNode.getBean(Invoices.class).work(billed::add);
        otherNode.getBean(NightlyBilling.class).bill(9);
        assertThat(billed).containsExactly(9L);
    }

    private static Process started() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Node.class.getName()));
        command.addAll(List.of(properties));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}

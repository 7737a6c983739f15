package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.check.LongTest;
import dev.holdfast.spring.jobs.Invoices;
import dev.holdfast.spring.jobs.JobApplication;
import dev.holdfast.spring.jobs.NightlyBilling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** What {@code docs/jobs.md} shows is what runs here, and in the tests of the adapters. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JobGuideTest {
    private static final List<Path> SOURCES =
            List.of(Path.of("src/test/java/dev/holdfast/spring/jobs"), Path.of("../adapters"));

    /** The libraries that the application of the guide does not have. */
    private static final Pattern ABSENT = Pattern.compile(
            "spring-(web|webmvc|jdbc|tx|session|security|orm|data)|(?<!holdfast-)spring-boot-(?![34]|autoconfigure)|"
                    + "tomcat|jakarta|micrometer-core|context-propagation|hibernate|jackson|^h2-|hsqldb|slf4j-nop|junit|assertj|playwright");

    private static ConfigurableApplicationContext node;
    private static ConfigurableApplicationContext otherNode;

    @BeforeAll
    static void start() {
        String[] properties = Postgres.fresh();
        node = Apps.plain(JobApplication.class, properties);
        otherNode = Apps.plain(JobApplication.class, properties);
    }

    @AfterAll
    static void stop() {
        node.close();
        otherNode.close();
    }

    @Test
    void samples_areOfProgramsThatRun() {
        String guide = read(Path.of("../docs/jobs.md"));
        List<String> samples = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(guide)
                .results()
                .map(result -> result.group(1))
                .toList();
        String sources = SOURCES.stream()
                .flatMap(JobGuideTest::files)
                .map(JobGuideTest::read)
                .collect(Collectors.joining());
        assertThat(samples).hasSize(6).allSatisfy(sample -> assertThat(sources).contains(sample));
    }

    @Test
    @LongTest("builds and starts the guide's programs; the other tests here run its samples in every check")
    void guide_doesWhatItShows(@TempDir Path folder) throws Exception {
        int files = GuideBuild.play(folder, "jobs.md", "billing.BillingApplication", ABSENT);
        assertThat(files).isEqualTo(5);
        assertThat(folder.resolve("billing/locks.db")).exists();
        assertThat(folder.resolve("billing/second.log"))
                .content()
                .contains("Did not run NightlyBilling.billAll: nightly-billing has been held by ");
    }

    @Test
    void comparison_isWhatWasMeasured() {
        String measured = read(Path.of("../docs/benchmarks/peers.md"));
        List<String> rows =
                measured.lines().filter(line -> line.startsWith("|")).toList();
        assertThat(rows).hasSizeGreaterThan(6);
        assertThat(read(Path.of("../docs/jobs.md"))).contains(String.join("\n", rows));
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all
                    .filter(file -> file.toString().endsWith(".java")
                            && !file.toString().contains("/target/"))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void nightlyJob_runsOnOneNode() {
        node.getBean(NightlyBilling.class).billAll();
        otherNode.getBean(NightlyBilling.class).billAll();
        assertThat(node.getBean(Invoices.class).billed()).containsOnlyOnce("all");
        assertThat(otherNode.getBean(Invoices.class).billed()).doesNotContain("all");
    }

    @Test
    void jobsOfRegions_waitForEachOther() {
        NightlyBilling billing = node.getBean(NightlyBilling.class);
        LockManager others = otherNode.getBean(LockManager.class);
        LockHandle held = others.acquire("billing/eu");
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> billing.bill("eu"));
        await().until(() -> others.view("billing/eu").waiting() > 0);
        billing.bill("us");
        assertThat(node.getBean(Invoices.class).billed()).contains("us").doesNotContain("eu");
        held.close();
        waiting.join();
        assertThat(node.getBean(Invoices.class).billed()).contains("us", "eu");
    }

    @Test
    void report_isLockedUntilItIsComplete() {
        LockManager locks = otherNode.getBean(LockManager.class);
        CompletableFuture<String> report = node.getBean(NightlyBilling.class).report();
        assertThat(locks.view("billing-report").free()).isFalse();
        node.getBean(Invoices.class).report().completeExceptionally(new IllegalStateException("no paper"));
        assertThatThrownBy(report::join).hasMessageContaining("no paper");
        assertThat(locks.view("billing-report").free()).isTrue();
    }
}

package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The suite finds each flaw by the tests that are there for it, and by no others; and no safety test is there for nothing. */
@Tag("exhaustive")
class FlawTest {

    /** A flaw that only a race brings out may hide from some runs on a busy machine, but not from all. */
    private static final int MAX_RUNS = 25;

    @ParameterizedTest
    @EnumSource
    void suite_onFlawedStore_failsExactlyItsTests(Flaw flaw) {
        Set<String> failed = new TreeSet<>();
        int runs = 0;
        do {
            Run run = Run.on(flaw);
            failed.addAll(run.failed);
            assertThat(run.finished.get()).isGreaterThanOrEqualTo(testsOf("").size());
        } while (!failed.containsAll(flaw.foundBy()) && ++runs < MAX_RUNS);
        assertThat(failed).isEqualTo(new TreeSet<>(flaw.foundBy()));
    }

    @Test
    void everySafetyTest_isNeededByAFlaw() {
        Set<String> proved = Stream.of(Flaw.values())
                .flatMap(flaw -> flaw.foundBy().stream())
                .collect(Collectors.toSet());
        assertThat(testsOf("safety")).hasSizeGreaterThan(25).isSubsetOf(proved);
    }

    /** The names of the suite's tests with that tag, or of all. */
    private static Set<String> testsOf(String tag) {
        return Stream.of(FlawedStoreSubject.class.getMethods())
                .filter(method ->
                        method.isAnnotationPresent(Test.class) || method.isAnnotationPresent(ParameterizedTest.class))
                .filter(method -> tag.isEmpty()
                        || Arrays.stream(method.getAnnotationsByType(Tag.class))
                                .anyMatch(any -> any.value().equals(tag)))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** One run of the suite. */
    private static final class Run implements TestExecutionListener {
        private final Set<String> failed = new TreeSet<>();
        private final AtomicInteger finished = new AtomicInteger();
        private final Flaw flaw;

        private Run(Flaw flaw) {
            this.flaw = flaw;
        }

        static Run on(Flaw flaw) {
            FlawedStoreSubject.flaw = flaw;
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(selectClass(FlawedStoreSubject.class))
                    .build();
            Run run = new Run(flaw);
            LauncherFactory.create().execute(request, run);
            return run;
        }

        /** Where a feed is expected to fall silent, waiting longer proves nothing more. */
        @Override
        public void executionStarted(TestIdentifier test) {
            test.getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(MethodSource.class::cast)
                    .ifPresent(source -> {
                        boolean silent = flaw.name().startsWith("FEED_")
                                && flaw.foundBy().contains(source.getMethodName());
                        Onlooker.patience = TimeUnit.SECONDS.toNanos(silent ? 1 : 90);
                    });
        }

        @Override
        public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
            test.getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(MethodSource.class::cast)
                    .ifPresent(source -> {
                        finished.incrementAndGet();
                        if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                            failed.add(source.getMethodName());
                        }
                    });
        }
    }
}

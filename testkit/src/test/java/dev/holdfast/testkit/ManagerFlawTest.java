package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The contracts of crowds and of old news find each flaw by the tests that are there for it. */
class ManagerFlawTest {
    /** A flaw that only a race brings out may hide from some runs on a busy machine, but not from all. */
    private static final int MAX_RUNS = 25;

    @ParameterizedTest
    @EnumSource
    void contract_onFlawedManager_failsItsTests(ManagerFlaw flaw) {
        Set<String> failed = new TreeSet<>();
        int runs = 0;
        do {
            failed.addAll(failedOn(flaw));
        } while (!failed.containsAll(flaw.foundBy()) && ++runs < MAX_RUNS);
        if (flaw == ManagerFlaw.NONE) {
            assertThat(failed).isEmpty();
        }
        assertThat(failed).containsAll(flaw.foundBy());
    }

    @Test
    void everyTest_isNeededByAFlaw() {
        Set<String> proved = Stream.of(ManagerFlaw.values())
                .flatMap(flaw -> flaw.foundBy().stream())
                .collect(Collectors.toSet());
        assertThat(tests().map(Method::getName)).hasSizeGreaterThan(8).allMatch(proved::contains);
    }

    private static Stream<Method> tests() {
        return Stream.of(CrowdContract.class, OldNewsContract.class)
                .flatMap(part -> Stream.of(part.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Test.class));
    }

    private static List<String> failedOn(ManagerFlaw flaw) {
        FlawedManagerSubject.flaw = flaw;
        List<? extends DiscoverySelector> tests = tests().map(
                        method -> selectMethod(FlawedManagerSubject.class, method.getName()))
                .toList();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(tests)
                                .build(),
                        listener);
        assertThat(listener.getSummary().getTestsFoundCount()).isGreaterThan(8);
        return listener.getSummary().getFailures().stream()
                .map(failure ->
                        failure.getTestIdentifier().getLegacyReportingName().replace("()", ""))
                .toList();
    }
}

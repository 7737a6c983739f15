package dev.holdfast.it.architecture;

import static dev.holdfast.it.architecture.ArchitectureRules.onlyDependOn;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule reports the class that was planted to break it, and lets the innocent pass. */
final class ArchitectureRulesTest {
    @Test
    void core_usingALibrary_isReported() {
        JavaClasses core = fixture("core");
        assertReported(onlyDependOn(core, "java.."), core, "UsesLibrary");
    }

    @Test
    void rules_sharingMemory_isReported() {
        JavaClasses rules = fixture("rules");
        assertReported(ArchitectureRules.pure(rules), rules, "SharesMemory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ReadsClock", "AsksSystem"})
    void rules_dependingOnTheMoment_isReported(String offender) {
        assertReported(ArchitectureRules.DETERMINISTIC, fixture("rules"), offender);
    }

    @Test
    void store_usingAnother_isReported() {
        JavaClasses store = fixture("store.one");
        assertReported(onlyDependOn(store, fixture("core"), "java.."), store, "OneLockStore");
    }

    @Test
    void store_usingOnlyItsDriver_passes() {
        JavaClasses store = fixture("store.one");
        String driver = "dev.holdfast.it.architecture.fixture.store.two";
        assertThat(onlyDependOn(store, fixture("core"), "java..", driver)
                        .evaluate(store)
                        .hasViolation())
                .isFalse();
    }

    @Test
    void printing_isReported() {
        assertReported(ArchitectureRules.NO_PRINTING, fixture("printing"), "Prints");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LockStoreImpl", "LockUtil", "LockUtils", "LockHelper", "AbstractLockStore"})
    void emptyName_isReported(String offender) {
        assertReported(ArchitectureRules.SPEAKING_NAMES, fixture("names"), offender);
    }

    private static JavaClasses fixture(String name) {
        JavaClasses classes = new ClassFileImporter()
                .importPackages(ArchitectureRulesTest.class.getPackageName() + ".fixture." + name);
        assertThat(classes).isNotEmpty();
        return classes;
    }

    private static void assertReported(ArchRule rule, JavaClasses classes, String offender) {
        assertThat(rule.evaluate(classes).getFailureReport().getDetails())
                .anySatisfy(detail -> assertThat(detail).contains("." + offender));
    }
}

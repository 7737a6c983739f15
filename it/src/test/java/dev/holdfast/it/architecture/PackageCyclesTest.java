package dev.holdfast.it.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packages of a module do not depend on each other in a circle, and no two of its types have the same simple name. */
final class PackageCyclesTest {
    /** A rule over no modules always passes. Those that are not needed here are built by {@code ./check} alone. */
    private static final int MIN_MODULES = 25;

    private static final ArchRule NO_CYCLES =
            slices().assignedFrom(new ByPackage()).should().beFreeOfCycles();

    /** Every package is a slice, that of the module's root too. */
    private static final class ByPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }

    /** Returns every module of the build that has classes. */
    static List<String> modules() {
        List<String> modules = Module.ofTheBuild();
        assertThat(modules).hasSizeGreaterThan(MIN_MODULES).contains("core", "cli", "examples/play-by-post");
        return modules;
    }

    @ParameterizedTest
    @MethodSource("modules")
    void packages_haveNoCycles(String module) {
        NO_CYCLES.check(Module.at(module).classes());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void types_haveDifferentSimpleNames(String module) {
        assertThat(sharedNames(Module.at(module).classes())).isEmpty();
    }

    @Test
    void cycle_thatIsPlanted_isReported() {
        JavaClasses planted = fixture("cycle");
        assertThat(NO_CYCLES.evaluate(planted).getFailureReport().getDetails())
                .anySatisfy(detail -> assertThat(detail).contains("cycle.one", "cycle.two"));
    }

    @Test
    void nameThatIsSharedByTwoTypes_isReported() {
        assertThat(sharedNames(fixture("samename"))).containsOnlyKeys("Twin");
    }

    private static JavaClasses fixture(String name) {
        JavaClasses classes =
                new ClassFileImporter().importPackages(PackageCyclesTest.class.getPackageName() + ".fixture." + name);
        assertThat(classes).isNotEmpty();
        return classes;
    }

    private static Map<String, List<String>> sharedNames(JavaClasses classes) {
        Map<String, List<String>> byName = classes.stream()
                .filter(type -> !type.isAnonymousClass()
                        && !type.isLocalClass()
                        && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        HashMap::new,
                        Collectors.mapping(JavaClass::getName, Collectors.toList())));
        byName.values().removeIf(types -> types.size() == 1);
        return byName;
    }
}

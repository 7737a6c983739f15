package dev.holdfast.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that a published module shows to its users names a type that they cannot name themselves. */
class ExposedTypesTest {
    /** A rule over no modules always passes. */
    private static final int MIN_MODULES = 15;

    static List<String> modules() {
        List<String> modules = PublishedTypes.modules();
        assertThat(modules)
                .hasSizeGreaterThan(MIN_MODULES)
                .contains("core", "server", "client", "web", "spring", "config", "test-support", "protocols/git-lfs");
        return modules;
    }

    @ParameterizedTest
    @MethodSource("modules")
    void signatures_namePublishedTypesAlone(String module) {
        Set<String> published = published();
        assertThat(PublishedTypes.of(module))
                .isNotEmpty()
                .flatMap(type -> ExposedTypes.unpublished(type, named -> published.contains(named.getName())))
                .isEmpty();
    }

    /** Returns the names of all types that users may name. */
    static Set<String> published() {
        return PublishedTypes.modules().stream()
                .flatMap(PublishedTypes::of)
                .map(JavaClass::getName)
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Parent", "Argument", "Result", "ElementOfAList", "FieldForSubclasses", "Thrown"})
    void internalType_isReported(String sample) {
        JavaClass type = new ClassFileImporter()
                .importPackages(ExposedTypesTest.class.getPackageName() + ".fixture.exposed").stream()
                        .filter(each -> each.getSimpleName().equals(sample))
                        .findFirst()
                        .orElseThrow();
        assertThat(ExposedTypes.unpublished(
                        type, named -> !named.getPackageName().startsWith("dev.holdfast.internal")))
                .singleElement()
                .asString()
                .contains("dev.holdfast.internal");
    }
}

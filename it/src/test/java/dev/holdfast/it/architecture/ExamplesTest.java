package dev.holdfast.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An example can be copied into another project: it uses what is published, and nothing else of Holdfast. */
class ExamplesTest {
    /** A rule over no modules always passes. */
    private static final int MIN_EXAMPLES = 5;

    private static final String EXAMPLES = "dev.holdfast.example.";

    static List<String> examples() {
        List<String> examples = Module.ofTheBuild().stream()
                .filter(module -> module.startsWith("examples/"))
                .toList();
        assertThat(examples)
                .hasSizeGreaterThanOrEqualTo(MIN_EXAMPLES)
                .contains("examples/play-by-post", "examples/picking", "examples/resume");
        return examples;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void example_usesPublishedTypesAlone(String example) {
        assertThat(unpublished(Module.at(example).classes())).isEmpty();
    }

    @Test
    void internalType_isReported() {
        JavaClasses planted =
                new ClassFileImporter().importPackages(ExamplesTest.class.getPackageName() + ".fixture.exposed");
        assertThat(unpublished(planted))
                .anySatisfy(line -> assertThat(line).contains("Result", "dev.holdfast.internal.rules.Command"));
    }

    private static List<String> unpublished(JavaClasses classes) {
        Set<String> published = ExposedTypesTest.published();
        return classes.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> {
                    JavaClass used = dependency.getTargetClass().getBaseComponentType();
                    return used.getPackageName().startsWith("dev.holdfast")
                            && !classes.contain(used.getName())
                            && !used.getName().startsWith(EXAMPLES)
                            && !published.contains(used.getName());
                })
                .map(Dependency::getDescription)
                .toList();
    }
}

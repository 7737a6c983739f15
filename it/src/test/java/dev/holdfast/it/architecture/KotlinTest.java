package dev.holdfast.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** No public method has a name that code in Kotlin would have to write in backticks. */
class KotlinTest {
    /** Those that Java allows. */
    private static final Set<String> KEYWORDS =
            Set.of("as", "fun", "in", "is", "object", "typealias", "typeof", "val", "var", "when");

    private static final int MIN_METHODS = 500;

    @Test
    void publicMethod_isNoKeyword() {
        List<JavaMethod> methods = PublishedTypes.modules().stream()
                .flatMap(PublishedTypes::of)
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                .toList();
        assertThat(methods).hasSizeGreaterThan(MIN_METHODS);
        assertThat(methods)
                .filteredOn(method -> KEYWORDS.contains(method.getName()))
                .isEmpty();
    }
}

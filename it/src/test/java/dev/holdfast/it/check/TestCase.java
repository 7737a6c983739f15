package dev.holdfast.it.check;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import dev.holdfast.check.LongTest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Tags;

/**
 * A test method as a concrete class runs it.
 *
 * @param runner the class that runs it
 * @param method the method, which may be inherited from a contract
 */
record TestCase(JavaClass runner, JavaMethod method) {
    /** By name, since not every module's libraries are on the class path here. */
    private static final Set<String> MARKS = Set.of(
            "org.junit.jupiter.api.Test",
            "org.junit.jupiter.api.RepeatedTest",
            "org.junit.jupiter.api.TestFactory",
            "org.junit.jupiter.params.ParameterizedTest",
            "net.jqwik.api.Property",
            "net.jqwik.api.Example");

    /** Returns the tests that a concrete class runs; of a method that was overridden, the lowest counts. */
    static Stream<TestCase> of(JavaClass runner) {
        Map<String, JavaMethod> lowest = new LinkedHashMap<>();
        withAncestors(runner)
                .flatMap(type -> type.getMethods().stream())
                .forEach(method -> lowest.putIfAbsent(method.getName() + method.getDescriptor(), method));
        return lowest.values().stream().filter(TestCase::isTest).map(method -> new TestCase(runner, method));
    }

    private static Stream<JavaClass> withAncestors(JavaClass type) {
        return Stream.of(Stream.of(type), type.getAllRawSuperclasses().stream(), type.getAllRawInterfaces().stream())
                .flatMap(types -> types);
    }

    private static boolean isTest(JavaMethod method) {
        return method.getAnnotations().stream()
                .anyMatch(annotation -> MARKS.contains(annotation.getRawType().getName()));
    }

    /** Returns what it shows in its author's words; empty if it has no display name. */
    String displayName() {
        return method.tryGetAnnotationOfType(DisplayName.class)
                .map(DisplayName::value)
                .orElse("");
    }

    /** Returns whether only {@code ./check --all} runs it. */
    boolean isLong() {
        return Stream.concat(Stream.of(method), withAncestors(runner))
                .anyMatch(marked -> marked.isAnnotatedWith(LongTest.class) || isLongWithoutReason(marked));
    }

    /** Returns whether a class or method has the tag of long tests by itself. */
    static boolean isLongWithoutReason(HasAnnotations<?> marked) {
        Stream<Tag> one = marked.tryGetAnnotationOfType(Tag.class).stream();
        Stream<Tag> several =
                marked.tryGetAnnotationOfType(Tags.class).stream().flatMap(tags -> Arrays.stream(tags.value()));
        return Stream.concat(one, several).anyMatch(tag -> tag.value().equals(LongTest.TAG));
    }
}

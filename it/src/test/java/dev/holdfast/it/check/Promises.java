package dev.holdfast.it.check;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import dev.holdfast.check.LongTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The rules about tests that only {@code ./check --all} runs; each returns a sentence for what breaks it. */
final class Promises {
    private Promises() {}

    /** Finds promises without a test, and tests named for them that are not there or are all long. */
    static List<String> notShown(List<Promise> promises, TestClasses tests) {
        List<String> found = new ArrayList<>();
        for (Promise promise : promises) {
            if (promise.shownBy().isEmpty()) {
                found.add("No test is named for: " + promise.text());
            }
            for (String name : promise.shownBy()) {
                List<JavaClass> named = tests.types().stream()
                        .filter(type -> type.getSimpleName().equals(name))
                        .toList();
                if (named.isEmpty()) {
                    found.add(name + " does not exist; it is named for: " + promise.text());
                } else if (tests.cases().stream()
                        .noneMatch(one -> !one.isLong() && named.stream().anyMatch(type -> isOf(one, type)))) {
                    found.add(name + " has only long tests, or none; it is named for: " + promise.text());
                }
            }
        }
        return found;
    }

    /** Returns whether a test is one of a class, or of a contract in whichever class runs it. */
    private static boolean isOf(TestCase one, JavaClass named) {
        return one.runner().isAssignableTo(named.getName())
                && named.isAssignableTo(one.method().getOwner().getName());
    }

    /** Finds the requirements that no test cites except for long ones. */
    static Set<String> notCited(Set<String> requirements, TestClasses tests) {
        Set<String> left = new TreeSet<>(requirements);
        tests.cases().stream()
                .filter(one -> !one.isLong())
                .forEach(one -> left.removeAll(Requirements.cited(one.displayName())));
        return left;
    }

    /** Finds classes and methods that are long without a reason. */
    static List<String> withoutReason(TestClasses tests) {
        return tests.types().stream()
                .filter(type -> !type.isAnnotation())
                .flatMap(type -> Stream.concat(
                        lacksReason(type) ? Stream.of(type.getName()) : Stream.of(),
                        type.getMethods().stream().filter(Promises::lacksReason).map(method -> method.getFullName())))
                .sorted()
                .toList();
    }

    private static boolean lacksReason(HasAnnotations<?> marked) {
        return TestCase.isLongWithoutReason(marked)
                || marked.tryGetAnnotationOfType(LongTest.class)
                        .filter(mark -> mark.value().isBlank())
                        .isPresent();
    }
}

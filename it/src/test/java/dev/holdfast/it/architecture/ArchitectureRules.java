package dev.holdfast.it.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.Timer;

/** The rules that keep dependencies pointing one way; each takes what it is applied to from its caller. */
final class ArchitectureRules {
    /** Null annotations, which are not there at run time. */
    static final String ANNOTATIONS = "org.jspecify.annotations";

    /** Nobody may print: a library's messages belong to the program that uses it. */
    static final ArchRule NO_PRINTING = GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    /** A name says what a thing is, not which role it plays in the file tree. */
    static final ArchRule SPEAKING_NAMES = noClasses()
            .should()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameStartingWith("Abstract");

    /** What would make a decision depend on when or where it is made. */
    static final ArchRule DETERMINISTIC = noClasses()
            .should()
            .dependOnClassesThat(are(type(System.class)
                    .or(type(Thread.class))
                    .or(type(Runtime.class))
                    .or(type(Process.class))
                    .or(type(ProcessHandle.class))
                    .or(type(ProcessBuilder.class))
                    .or(type(Clock.class))
                    .or(type(Random.class))
                    .or(type(Timer.class))))
            .orShould()
            .callMethodWhere(DescribedPredicate.describe(
                    "reads a clock or a random source",
                    call -> nameMatching("now|random|randomUUID").test(call.getTarget())
                            && call.getTargetOwner().getPackageName().startsWith("java.")));

    private ArchitectureRules() {}

    /** A decision needs the language, collections and time; whatever else it needs is passed to it as evidence. */
    static ArchRule pure(JavaClasses rules) {
        return onlyDependOn(
                rules,
                "java.lang..",
                "java.util",
                "java.util.function",
                "java.util.regex",
                "java.util.stream",
                "java.time..",
                ANNOTATIONS);
    }

    /** The classes given may use these packages and each other, nothing else. */
    static ArchRule onlyDependOn(JavaClasses own, String... packages) {
        return onlyDependOn(own, own, packages);
    }

    /** The classes given may use these packages, each other and the classes of a module below. */
    static ArchRule onlyDependOn(JavaClasses own, JavaClasses below, String... packages) {
        return classes()
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(packages).or(in(own)).or(in(below)).or(primitive()));
    }

    /** A method that none but those classes may call. */
    static ArchRule calledOnlyBy(Class<?> owner, String method, String... callers) {
        return noClasses()
                .that(DescribedPredicate.describe(
                        "are not among " + List.of(callers),
                        type -> !List.of(callers).contains(type.getName())))
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "calls " + owner.getSimpleName() + "." + method,
                        call -> call.getTargetOwner().isEquivalentTo(owner)
                                && call.getName().equals(method)))
                .allowEmptyShould(true);
    }

    private static DescribedPredicate<JavaClass> in(JavaClasses module) {
        return DescribedPredicate.describe(
                "are in the module",
                type -> module.contain(type.getBaseComponentType().getName()));
    }

    private static DescribedPredicate<JavaClass> primitive() {
        return DescribedPredicate.describe(
                "are primitive", type -> type.getBaseComponentType().isPrimitive());
    }
}

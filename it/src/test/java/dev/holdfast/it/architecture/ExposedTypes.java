package dev.holdfast.it.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The types that the public and protected signatures of a type name. */
final class ExposedTypes {
    private ExposedTypes() {}

    /** Returns a line for each type of Holdfast that the signatures of the given one name, and that users cannot name themselves. */
    static Set<String> unpublished(JavaClass type, Predicate<JavaClass> published) {
        Set<String> lines = new TreeSet<>();
        addUnpublished(type.getName(), ofHead(type), published, lines);
        type.getMembers().stream()
                .filter(member -> isVisible(type, member))
                .forEach(member -> addUnpublished(member.getFullName(), ofMember(member), published, lines));
        return lines;
    }

    private static Stream<JavaClass> ofHead(JavaClass type) {
        Stream<JavaType> parents = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        return Stream.concat(parents, type.getTypeParameters().stream())
                .flatMap(parent -> parent.getAllInvolvedRawTypes().stream());
    }

    private static Stream<JavaClass> ofMember(JavaMember member) {
        Stream<JavaClass> thrown =
                member instanceof JavaCodeUnit code ? code.getExceptionTypes().stream() : Stream.of();
        return Stream.concat(member.getAllInvolvedRawTypes().stream(), thrown);
    }

    /** Libraries have types of their own in signatures: only those of Holdfast are looked at. */
    private static void addUnpublished(
            String where, Stream<JavaClass> named, Predicate<JavaClass> published, Set<String> lines) {
        named.map(JavaClass::getBaseComponentType)
                .filter(type -> type.getPackageName().startsWith("dev.holdfast") && !published.test(type))
                .forEach(type -> lines.add(where + " exposes " + type.getName()));
    }

    private static boolean isVisible(JavaClass type, JavaMember member) {
        Set<JavaModifier> modifiers = member.getModifiers();
        boolean inherited = modifiers.contains(JavaModifier.PROTECTED)
                && !type.getModifiers().contains(JavaModifier.FINAL);
        return (modifiers.contains(JavaModifier.PUBLIC) || inherited) && !modifiers.contains(JavaModifier.SYNTHETIC);
    }
}

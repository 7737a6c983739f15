package dev.holdfast.it.architecture;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** What a program outside can see of a type: one line for the type and one for each member, in the order of their texts. */
final class ApiSignature {
    private ApiSignature() {}

    static List<String> of(Class<?> type) {
        List<String> members = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field)) {
                members.add(member(type, field, name(field.getGenericType()) + " " + field.getName()));
            }
        }
        for (Constructor<?> made : type.getDeclaredConstructors()) {
            if (isVisible(made)) {
                members.add(member(type, made, "new" + arguments(made.getGenericParameterTypes())));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isVisible(method) && !isImplied(type, method)) {
                members.add(member(
                        type,
                        method,
                        name(method.getGenericReturnType()) + " " + method.getName()
                                + arguments(method.getGenericParameterTypes()) + thrown(method)));
            }
        }
        Collections.sort(members);
        members.add(0, head(type));
        return members;
    }

    private static String head(Class<?> type) {
        String kind = type.isRecord() ? "record" : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class";
        String parents = Arrays.stream(type.getInterfaces()).map(Class::getName).collect(Collectors.joining(", "));
        Class<?> above = type.getSuperclass();
        return (Modifier.isFinal(type.getModifiers()) ? "final " : "") + kind + " " + type.getName()
                + (above == null || above.getName().startsWith("java.lang.") ? "" : " extends " + above.getName())
                + (parents.isEmpty() ? "" : " implements " + parents);
    }

    private static String member(Class<?> type, Member member, String text) {
        int abstracts = type.isInterface() ? 0 : Modifier.ABSTRACT;
        String kept = Modifier.toString(member.getModifiers() & (Modifier.STATIC | Modifier.PROTECTED | abstracts));
        return type.getName() + ": " + (kept.isEmpty() ? "" : kept + " ") + text;
    }

    private static boolean isVisible(Member member) {
        return (Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers()))
                && !member.isSynthetic();
    }

    /** Returns whether every object has it. */
    private static boolean isImplied(Class<?> type, Method method) {
        boolean ofObject = List.of("equals", "hashCode", "toString").contains(method.getName());
        boolean ofEnum = type.isEnum() && List.of("values", "valueOf").contains(method.getName());
        return ofObject || ofEnum;
    }

    private static String arguments(Type[] types) {
        return Arrays.stream(types).map(ApiSignature::name).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String thrown(Method method) {
        String types =
                Arrays.stream(method.getExceptionTypes()).map(Class::getName).collect(Collectors.joining(", "));
        return types.isEmpty() ? "" : " throws " + types;
    }

    private static String name(Type type) {
        return type.getTypeName();
    }
}

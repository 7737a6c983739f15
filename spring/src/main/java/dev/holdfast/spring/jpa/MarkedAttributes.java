package dev.holdfast.spring.jpa;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** Finds attributes by their annotations. */
final class MarkedAttributes {
    private MarkedAttributes() {}

    /** Returns the attribute of an entity with an annotation on its field or getter; null if there is none. */
    static @Nullable String attribute(EntityPersister persister, Class<? extends Annotation> annotation) {
        List<String> names = List.of(persister.getPropertyNames());
        for (Class<?> type = persister.getMappedClass(); type != null; type = type.getSuperclass()) {
            String found = Stream.<AnnotatedElement>concat(
                            Stream.of(type.getDeclaredFields()), Stream.of(type.getDeclaredMethods()))
                    .filter(member -> member.isAnnotationPresent(annotation))
                    .map(MarkedAttributes::name)
                    .filter(names::contains)
                    .findFirst()
                    .orElse(null);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static String name(AnnotatedElement member) {
        if (member instanceof Field field) {
            return field.getName();
        }
        String method = ((Method) member).getName();
        String bare = method.startsWith("get") ? method.substring("get".length()) : method;
        return bare.isEmpty() ? method : Character.toLowerCase(bare.charAt(0)) + bare.substring(1);
    }
}

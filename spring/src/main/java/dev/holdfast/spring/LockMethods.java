package dev.holdfast.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** The annotations of methods that acquire or check locks. */
final class LockMethods {
    private static final List<Class<? extends Annotation>> TYPES =
            List.of(AcquiresLock.class, RequiresLock.class, Locked.class);

    /**
     * One annotation of a method.
     *
     * @param text how it is written, without its attributes
     * @param expressions the expressions over the parameters
     * @param lock equal for annotations that name the same locks by the same parameters
     */
    record Lock(String text, List<String> expressions, List<Object> lock) {}

    private LockMethods() {}

    /** Returns the methods of a bean that have such an annotation. */
    static Map<Method, Set<Lock>> of(Class<?> type) {
        return TYPES.stream().anyMatch(annotation -> AnnotationUtils.isCandidateClass(type, annotation))
                ? MethodIntrospector.selectMethods(type, LockMethods::locks)
                : Map.of();
    }

    private static @Nullable Set<Lock> locks(Method method) {
        Set<Lock> locks = new LinkedHashSet<>();
        AcquiresLock acquires = AnnotatedElementUtils.findMergedAnnotation(method, AcquiresLock.class);
        if (acquires != null) {
            List<String> keys = List.of(acquires.value());
            locks.add(new Lock("@AcquiresLock", keys, List.of(keys, acquires.type(), acquires.entity())));
        }
        RequiresLock requires = AnnotatedElementUtils.findMergedAnnotation(method, RequiresLock.class);
        if (requires != null) {
            List<String> keys = List.of(requires.value());
            locks.add(new Lock("@RequiresLock", keys, List.of(keys, requires.type(), requires.entity())));
        }
        Locked locked = AnnotatedElementUtils.findMergedAnnotation(method, Locked.class);
        if (locked != null) {
            List<String> key = locked.key().isEmpty() ? List.of() : List.of(locked.key());
            locks.add(new Lock("@Locked", key, List.of(key, locked.value())));
        }
        return locks.isEmpty() ? null : locks;
    }
}

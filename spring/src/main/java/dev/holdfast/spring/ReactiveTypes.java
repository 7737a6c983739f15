package dev.holdfast.spring;

import java.util.Set;

/** The return types of reactive methods, by their names: most applications have no Reactor. */
final class ReactiveTypes {
    private static final Set<String> NAMES =
            Set.of("reactor.core.publisher.Mono", "reactor.core.publisher.Flux", "org.reactivestreams.Publisher");

    private ReactiveTypes() {}

    /** Returns whether a method that returns this type is reactive. */
    static boolean has(Class<?> type) {
        return NAMES.contains(type.getName());
    }
}

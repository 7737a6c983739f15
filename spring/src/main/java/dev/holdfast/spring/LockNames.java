package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.ObjectUtils;

/** Finds the names of resources in the arguments of a method. Thread-safe. */
final class LockNames {
    private final Supplier<EntityNames> entities;
    private final SpelExpressionParser parser = new SpelExpressionParser();
    private final ParameterNameDiscoverer parameters = new DefaultParameterNameDiscoverer();
    private final Map<String, Expression> expressions = new ConcurrentHashMap<>();

    /** @param entities supplies the names of entities */
    LockNames(Supplier<EntityNames> entities) {
        this.entities = entities;
    }

    /**
     * Returns the names that expressions give.
     *
     * @param type the prefix of each, or empty
     * @param entity the entity class of the ids, or void
     * @throws IllegalArgumentException if an expression is invalid, or gives nothing
     */
    List<String> of(
            String[] texts, String type, Class<?> entity, Object target, Method method, @Nullable Object[] arguments) {
        Function<Object, String> naming = naming(type, entity);
        MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(target, method, arguments, parameters);
        List<String> names = new ArrayList<>();
        for (String text : texts) {
            try {
                Object value = expressions
                        .computeIfAbsent(text, parser::parseExpression)
                        .getValue(context);
                add(names, naming, value, text, method);
            } catch (EvaluationException | ParseException e) {
                throw mistake(text, method, "cannot be read: " + e.getMessage(), e);
            }
        }
        if (names.isEmpty()) {
            throw mistake(String.join(", ", texts), method, "names nothing to lock", null);
        }
        return names;
    }

    private Function<Object, String> naming(String type, Class<?> entity) {
        if (entity != void.class) {
            return id -> entities.get().name(entity, id);
        }
        return type.isEmpty() ? value -> entities.get().name(value) : value -> type + "/" + value;
    }

    private static void add(
            List<String> names, Function<Object, String> naming, @Nullable Object value, String text, Method method) {
        if (value instanceof Iterable<?> several) {
            several.forEach(one -> add(names, naming, one, text, method));
        } else if (value != null && value.getClass().isArray()) {
            Arrays.asList(ObjectUtils.toObjectArray(value)).forEach(one -> add(names, naming, one, text, method));
        } else if (value == null) {
            throw mistake(text, method, "is null: a new object has no key yet and needs no lock", null);
        } else {
            names.add(naming.apply(value));
        }
    }

    private static IllegalArgumentException mistake(
            String text, Method method, String what, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "The lock expression " + text + " of "
                        + method.getDeclaringClass().getSimpleName() + "." + method.getName() + " " + what + ".",
                cause);
    }
}

package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.StoreException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The health indicator for Spring Boot 3, which has the same types in another package. Like {@link LocksHealthIndicator}.
 *
 * @param manager looked up late: Spring makes this bean early, to learn its type
 */
record BootThreeHealth(ObjectProvider<LockManager> manager) implements FactoryBean<Object>, InvocationHandler {
    static final String PACKAGE = "org.springframework.boot.actuate.health.";

    @Override
    public Object getObject() {
        return Proxy.newProxyInstance(getObjectType().getClassLoader(), new Class<?>[] {getObjectType()}, this);
    }

    @Override
    public Class<?> getObjectType() {
        return type("HealthIndicator");
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        return switch (method.getName()) {
            case "health" -> health();
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "holdfast";
        };
    }

    private @Nullable Object health() {
        LockManager locks = manager.getObject();
        Object builder;
        try {
            locks.view(LocksHealthIndicator.PROBE);
            builder = call(type("Health"), null, "up");
        } catch (StoreException e) {
            builder = call(type("Health"), null, "down", e);
        }
        String address = locks.admin().traits().address();
        return call(
                type("Health$Builder"), call(type("Health$Builder"), builder, "withDetail", "store", address), "build");
    }

    private static @Nullable Object call(Class<?> type, @Nullable Object target, String name, Object... arguments) {
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name) && accepts(method, arguments)) {
                return ReflectionUtils.invokeMethod(method, target, arguments);
            }
        }
        throw new IllegalStateException(type.getName() + " has no method " + name + ".");
    }

    private static boolean accepts(Method method, Object... arguments) {
        Class<?>[] types = method.getParameterTypes();
        boolean all = types.length == arguments.length;
        for (int i = 0; all && i < types.length; i++) {
            all = types[i].isInstance(arguments[i]);
        }
        return all;
    }

    private static Class<?> type(String name) {
        return ClassUtils.resolveClassName(PACKAGE + name, BootThreeHealth.class.getClassLoader());
    }
}

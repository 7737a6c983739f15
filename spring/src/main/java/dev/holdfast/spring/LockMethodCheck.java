package dev.holdfast.spring;

import dev.holdfast.spring.LockMethods.Lock;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.aop.framework.autoproxy.AbstractAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Refuses beans with lock annotations that have no effect, or that cannot be read. If missing locks are only reported, the log
 * warns of those without effect.
 */
final class LockMethodCheck implements BeanPostProcessor {
    private static final Log LOG = LogFactory.getLog(LockMethodCheck.class);

    private final ListableBeanFactory beans;
    private final Environment environment;
    private final Set<Class<?>> seen = ConcurrentHashMap.newKeySet();

    LockMethodCheck(ListableBeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
    }

    /** After initialization, since the proxy is known then. */
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        Class<?> type = ClassUtils.getUserClass(AopUtils.getTargetClass(bean));
        if (seen.add(type)) {
            Map<Method, Set<Lock>> methods = LockMethods.of(type);
            requireProxies(methods);
            methods.forEach((method, locks) -> check(method, locks, bean));
            SelfCalls.of(type, methods).forEach(this::selfCall);
        }
        if (AopUtils.isJdkDynamicProxy(bean)) { // such as a repository of Spring Data
            ClassUtils.getAllInterfacesAsSet(bean).stream()
                    .filter(seen::add)
                    .forEach(each -> LockMethods.of(each).forEach((method, locks) -> check(method, locks, bean)));
        }
        return bean;
    }

    private void requireProxies(Map<Method, Set<Lock>> methods) {
        if (!methods.isEmpty() && beans.getBeanNamesForType(AbstractAutoProxyCreator.class, true, false).length == 0) {
            ineffective(
                    "The lock annotation on "
                            + shown(methods.keySet().iterator().next())
                            + " has no effect, since this application makes no proxies.",
                    "Remove spring.aop.auto=false, or add @EnableAspectJAutoProxy.");
        }
    }

    private void check(Method method, Set<Lock> locks, Object bean) {
        for (Lock lock : locks) {
            lock.expressions().forEach(expression -> LockExpressions.check(expression, method));
            String why = passedBy(method, bean);
            if (!why.isEmpty()) {
                ineffective(
                        lock.text() + " has no effect on " + shown(method) + ", which is " + why + ".",
                        "Make the method public and not final, so that a proxy of Spring can come before it.");
            }
        }
    }

    /** Returns why calls of a method do not go through the proxy of its bean; empty if they do. */
    private static String passedBy(Method method, Object bean) {
        int modifiers = method.getModifiers();
        if (Modifier.isStatic(modifiers)) {
            return "static";
        }
        if (Modifier.isPrivate(modifiers)) {
            return "private";
        }
        if (AopUtils.isJdkDynamicProxy(bean)) {
            return ClassUtils.getAllInterfacesAsSet(bean).stream()
                            .anyMatch(type -> ClassUtils.hasMethod(type, method.getName(), method.getParameterTypes()))
                    ? ""
                    : "in no interface of a bean that is proxied by its interfaces";
        }
        return Modifier.isFinal(modifiers) ? "final" : "";
    }

    private void selfCall(SelfCalls.Call call) {
        ineffective(
                call.lock().text() + " has no effect when " + call.caller() + " calls " + shown(call.method())
                        + ": a call within the same object does not go through the proxy of Spring.",
                "Move " + call.method().getName() + " to another bean, or put the annotation on " + call.caller()
                        + ", too.");
    }

    private void ineffective(String what, String cure) {
        if (!environment.getProperty("holdfast.report-only", Boolean.class, false)) {
            throw new NotStartedException(what, cure, null);
        }
        LOG.warn("A lock that has no effect was only reported, as configured: " + what + " " + cure);
    }

    static String shown(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}

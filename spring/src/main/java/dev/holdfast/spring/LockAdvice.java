package dev.holdfast.spring;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockRequest;
import dev.holdfast.session.LockGuard;
import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Applies {@link AcquiresLock} and {@link RequiresLock} before the method runs. */
final class LockAdvice implements MethodInterceptor {
    /** Looked up late: it needs the DataSource, which must not be created before all bean post-processors. */
    private final ObjectProvider<LockGuard> guard;

    private final LockNames names;

    LockAdvice(ObjectProvider<LockGuard> guard, ObjectProvider<EntityNames> entities) {
        this.guard = guard;
        this.names = new LockNames(() -> entities.getIfAvailable(() -> EntityNames.NONE));
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        if (target == null) {
            return invocation.proceed();
        }
        Method method = AopUtils.getMostSpecificMethod(invocation.getMethod(), target.getClass());
        RequiresLock requires = AnnotatedElementUtils.findMergedAnnotation(method, RequiresLock.class);
        if (requires != null) {
            guard.getObject()
                    .require(
                            requires.mode(),
                            names.of(
                                    requires.value(),
                                    requires.type(),
                                    requires.entity(),
                                    target,
                                    method,
                                    invocation.getArguments()));
        }
        AcquiresLock acquires = AnnotatedElementUtils.findMergedAnnotation(method, AcquiresLock.class);
        return acquires == null ? invocation.proceed() : acquiring(acquires, invocation, target, method);
    }

    private @Nullable Object acquiring(AcquiresLock acquires, MethodInvocation invocation, Object target, Method method)
            throws Throwable {
        LockRequest request = LockRequest.of(names.of(
                        acquires.value(),
                        acquires.type(),
                        acquires.entity(),
                        target,
                        method,
                        invocation.getArguments()))
                .mode(acquires.mode())
                .note(acquires.note());
        Grant grant = guard.getObject().acquire(request);
        boolean done = false;
        try {
            Object result = invocation.proceed();
            done = true;
            return result;
        } finally {
            if (!done) {
                guard.getObject().abandon(grant);
            }
        }
    }
}

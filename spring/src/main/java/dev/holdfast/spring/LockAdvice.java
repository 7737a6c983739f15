package dev.holdfast.spring;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockRequest;
import dev.holdfast.session.LockGuard;
import java.lang.reflect.Method;
import java.util.Optional;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Applies {@link AcquiresLock} and {@link RequiresLock} before the method runs. */
final class LockAdvice implements MethodInterceptor {
    private static final Log LOG = LogFactory.getLog(LockAdvice.class);

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
        AcquiresLock acquires = AnnotatedElementUtils.findMergedAnnotation(method, AcquiresLock.class);
        if (ReactiveTypes.has(method.getReturnType())) {
            return ReactiveMethods.around(
                    method.getReturnType(),
                    invocation,
                    new ReactiveCall(requires, acquires, invocation, target, method));
        }
        require(requires, invocation, target, method);
        return acquires == null ? invocation.proceed() : acquiring(acquires, invocation, target, method);
    }

    private void require(@Nullable RequiresLock requires, MethodInvocation invocation, Object target, Method method) {
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
    }

    private @Nullable Grant acquire(AcquiresLock acquires, MethodInvocation invocation, Object target, Method method) {
        LockRequest request = LockRequest.of(names.of(
                        acquires.value(),
                        acquires.type(),
                        acquires.entity(),
                        target,
                        method,
                        invocation.getArguments()))
                .mode(acquires.mode())
                .note(acquires.note());
        return guard.getObject().acquire(request);
    }

    private @Nullable Object acquiring(AcquiresLock acquires, MethodInvocation invocation, Object target, Method method)
            throws Throwable {
        Grant grant = acquire(acquires, invocation, target, method);
        boolean done = false;
        try {
            Object result = invocation.proceed();
            done = true;
            return LaterResult.whenDone(method, result, failure -> {
                if (failure != null) {
                    undo(grant);
                }
            });
        } finally {
            if (!done) {
                guard.getObject().abandon(grant);
            }
        }
    }

    /** The caller sees the failure of the method, whether or not the release fails. */
    private void undo(@Nullable Grant grant) {
        try {
            guard.getObject().undo(grant);
        } catch (RuntimeException e) {
            LOG.warn("A lock was not released after work that failed. It ends when its lease expires: "
                    + e.getMessage());
        }
    }

    /** Locks around a publisher. */
    private final class ReactiveCall implements ReactiveMethods.ReactiveWork<Optional<Grant>> {
        private final @Nullable RequiresLock requires;
        private final @Nullable AcquiresLock acquires;
        private final MethodInvocation invocation;
        private final Object target;
        private final Method method;

        ReactiveCall(
                @Nullable RequiresLock requires,
                @Nullable AcquiresLock acquires,
                MethodInvocation invocation,
                Object target,
                Method method) {
            this.requires = requires;
            this.acquires = acquires;
            this.invocation = invocation;
            this.target = target;
            this.method = method;
        }

        @Override
        public Optional<Grant> begin() {
            require(requires, invocation, target, method);
            return acquires == null
                    ? Optional.empty()
                    : Optional.ofNullable(acquire(acquires, invocation, target, method));
        }

        @Override
        public boolean runs(Optional<Grant> begun) {
            return true;
        }

        @Override
        public void end(Optional<Grant> begun, boolean failed) {
            if (failed) {
                undo(begun.orElse(null));
            }
        }
    }
}

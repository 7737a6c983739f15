package dev.holdfast.spring;

import dev.holdfast.Acquisition;
import dev.holdfast.HoldfastException;
import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import dev.holdfast.session.LockMeters;
import dev.holdfast.spring.Locked.WhenHeld;
import java.lang.reflect.Method;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;

/** Runs methods with {@link Locked} under their locks. */
final class LockedAdvice implements MethodInterceptor {
    private static final Log LOG = LogFactory.getLog(Locked.class);

    /** Looked up late: it needs the DataSource, which must not be created before all bean post-processors. */
    private final ObjectProvider<LockManager> manager;

    private final ObjectProvider<LockMeters> meters;

    private final LockNames names = new LockNames(() -> EntityNames.NONE);
    /** The locks of the methods that the current thread is in, by name. */
    private final ThreadLocal<Map<String, LockHandle>> entered = ThreadLocal.withInitial(HashMap::new);

    LockedAdvice(ObjectProvider<LockManager> manager, ObjectProvider<LockMeters> meters) {
        this.manager = manager;
        this.meters = meters;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Method called = invocation.getMethod();
        LockedMethod method =
                LockedMethod.of(target == null ? called : AopUtils.getMostSpecificMethod(called, target.getClass()));
        if (target == null || method == null) {
            return invocation.proceed();
        }
        Class<?> type = method.method().getReturnType();
        if (ReactiveTypes.has(type)) {
            return ReactiveMethods.around(type, invocation, new ReactiveRun(method, target, invocation));
        }
        String name = name(method, target, invocation.getArguments());
        LockHandle outer = entered.get().get(name);
        if (outer != null) {
            requireHeld(outer, name);
            return invocation.proceed();
        }
        Acquisition answer = acquired(method, name);
        if (answer.granted()) {
            return under(answer.orThrow(), method, name, invocation);
        }
        if (method.locked().whenHeld() == WhenHeld.FAIL) {
            answer.orThrow();
        }
        return method.skipped();
    }

    private String name(LockedMethod method, Object target, @Nullable Object[] arguments) {
        Locked locked = method.locked();
        if (locked.key().isEmpty()) {
            return locked.value();
        }
        String[] key = {locked.key()};
        return names.of(key, locked.value(), void.class, target, method.method(), arguments)
                .get(0);
    }

    /** Nested work would run without protection. */
    private static void requireHeld(LockHandle outer, String name) {
        if (!outer.isHeld()) {
            // The reason is read from the store, and may come a moment later than the loss.
            Loss unexplained = new Loss(name, Optional.empty());
            throw new LockLostException(outer.lost()
                    .copy()
                    .completeOnTimeout(unexplained, 5, TimeUnit.SECONDS)
                    .join());
        }
    }

    private Acquisition acquired(LockedMethod method, String name) {
        LockManager locks = manager.getObject();
        Owner caller = locks.newOwner();
        LockRequest request =
                LockRequest.of(name).owner(caller).timeout(method.timeout()).note(method.note());
        try {
            LockRequest asked = method.keep().isZero() ? request : request.ttl(method.keep());
            Acquisition answer = meters.getIfAvailable(() -> LockMeters.NONE)
                    .acquiring(List.of(name), Acquisition::refusals, () -> locks.tryAcquire(asked));
            if (!answer.granted()) {
                LOG.info("Did not run " + method + ": "
                        + answer.refusals().get(0).sentence(ZoneId.systemDefault()));
            }
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException(
                    "Did not run " + method + ": the thread was interrupted while it waited for " + name + ".");
        }
    }

    private @Nullable Object under(LockHandle handle, LockedMethod method, String name, MethodInvocation invocation)
            throws Throwable {
        boolean goesOn = false;
        entered.get().put(name, handle);
        try {
            Object result = invocation.proceed();
            goesOn = LaterResult.is(result);
            return LaterResult.whenDone(method.method(), result, failure -> end(handle, method));
        } finally {
            leave(name);
            if (!goesOn) {
                end(handle, method);
            }
        }
    }

    private void leave(String name) {
        entered.get().remove(name);
        if (entered.get().isEmpty()) {
            entered.remove();
        }
    }

    /** The work is done, so a failure here is not a failure of the method. */
    private void end(LockHandle handle, LockedMethod method) {
        try {
            if (method.keep().isZero()) {
                handle.close();
            } else if (manager.getObject().admin().traits().needsProcess()) {
                handle.detachTo(manager.getObject().newOwner().processes());
            } else {
                handle.detach();
            }
        } catch (HoldfastException | IllegalStateException e) {
            LOG.warn("The lock of " + method + " could not be released or kept as it should: " + e.getMessage());
        }
    }

    /** A lock around a publisher. Nested calls are calls of their own. */
    private final class ReactiveRun implements ReactiveMethods.ReactiveWork<Optional<LockHandle>> {
        private final LockedMethod method;
        private final Object target;
        private final MethodInvocation invocation;

        ReactiveRun(LockedMethod method, Object target, MethodInvocation invocation) {
            this.method = method;
            this.target = target;
            this.invocation = invocation;
        }

        @Override
        public Optional<LockHandle> begin() {
            Acquisition answer = acquired(method, name(method, target, invocation.getArguments()));
            return answer.granted() || method.locked().whenHeld() == WhenHeld.FAIL
                    ? Optional.of(answer.orThrow())
                    : Optional.empty();
        }

        @Override
        public boolean runs(Optional<LockHandle> begun) {
            return begun.isPresent();
        }

        @Override
        public void end(Optional<LockHandle> begun, boolean failed) {
            begun.ifPresent(handle -> LockedAdvice.this.end(handle, method));
        }
    }
}

package dev.holdfast.cdi;

import dev.holdfast.Acquisition;
import dev.holdfast.HoldfastException;
import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Loss;
import dev.holdfast.cdi.Locked.WhenHeld;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.interceptor.InvocationContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The calls of methods with {@link Locked}, of all beans of a container. Thread-safe. */
@Singleton
class LockedCalls {
    private static final Logger LOG = System.getLogger(Locked.class.getName());

    private final LockManager manager;
    /** The locks of the methods that the current thread is in, by name. */
    private final ThreadLocal<Map<String, LockHandle>> entered = ThreadLocal.withInitial(HashMap::new);

    @Inject
    LockedCalls(LockManager manager) {
        this.manager = manager;
    }

    @Nullable
    Object call(InvocationContext context) throws Exception {
        LockedMethod method = LockedMethod.of(context.getMethod());
        String name = method.name(context.getParameters());
        LockHandle outer = entered.get().get(name);
        if (outer != null) {
            requireHeld(outer, name);
            return context.proceed();
        }
        Acquisition answer = acquired(method, name);
        if (answer.granted()) {
            return under(answer.orThrow(), method, name, context);
        }
        if (method.locked().whenHeld() == WhenHeld.FAIL) {
            answer.orThrow();
        }
        return method.skipped();
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
        LockRequest request = LockRequest.of(name)
                .owner(manager.newOwner())
                .timeout(method.timeout())
                .note(method.note());
        try {
            Acquisition answer = manager.tryAcquire(method.keep().isZero() ? request : request.ttl(method.keep()));
            if (!answer.granted()) {
                LOG.log(
                        Level.INFO,
                        "Did not run " + method + ": "
                                + answer.refusals().get(0).sentence(ZoneId.systemDefault()));
            }
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException(
                    "Did not run " + method + ": the thread was interrupted while it waited for " + name + ".");
        }
    }

    private @Nullable Object under(LockHandle handle, LockedMethod method, String name, InvocationContext context)
            throws Exception {
        boolean goesOn = false;
        entered.get().put(name, handle);
        try {
            Object result = context.proceed();
            if (result instanceof CompletionStage<?> stage) {
                CompletionStage<?> ended = stage.whenComplete((value, failure) -> end(handle, method));
                goesOn = true;
                boolean same = method.method().getReturnType().isAssignableFrom(CompletableFuture.class);
                return same && ended instanceof CompletableFuture<?> ? ended : result;
            }
            return result;
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
            } else if (manager.admin().traits().needsProcess()) {
                handle.detachTo(manager.newOwner().processes());
            } else {
                handle.detach();
            }
        } catch (HoldfastException | IllegalStateException e) {
            LOG.log(
                    Level.WARNING,
                    "The lock of " + method + " could not be released or kept as it should: " + e.getMessage());
        }
    }
}

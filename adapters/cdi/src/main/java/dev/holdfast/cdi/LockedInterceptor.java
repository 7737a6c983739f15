package dev.holdfast.cdi;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import org.jspecify.annotations.Nullable;

/** Runs methods with {@link Locked} under their locks. Comes before transactions, so that a lock outlives the commit. */
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 100)
class LockedInterceptor {
    private final LockedCalls calls;

    @Inject
    LockedInterceptor(LockedCalls calls) {
        this.calls = calls;
    }

    @AroundInvoke
    @Nullable
    Object call(InvocationContext context) throws Exception {
        return calls.call(context);
    }
}

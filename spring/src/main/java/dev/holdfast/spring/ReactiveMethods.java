package dev.holdfast.spring;

import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.OwnerSource;
import java.util.concurrent.Callable;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.aop.ProxyMethodInvocation;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Runs methods that return a {@code Mono} or {@code Flux} under locks, which are acquired and released with each subscription. */
final class ReactiveMethods {
    private ReactiveMethods() {}

    /** The work before and after a publisher. Each part may block. */
    interface ReactiveWork<T> {
        /** Acquires or checks; an exception is that of the publisher. */
        T begin() throws Exception;

        /** Returns whether the method runs. */
        boolean runs(T begun);

        /** Releases. */
        void end(T begun, boolean failed);
    }

    /** Returns the publisher that does this work around the one of the method. */
    static <T> Publisher<?> around(Class<?> type, MethodInvocation invocation, ReactiveWork<T> work) {
        OwnerSource owner = CurrentOwner.captured();
        MethodInvocation method = again(invocation);
        Mono<Subscribed<T>> begins = Mono.fromSupplier(() -> new Subscribed<>(work));
        return type == Mono.class
                ? Mono.usingWhen(
                        begins,
                        now -> ReactiveOwner.call(owner, now::begin)
                                .flatMap(runs -> runs ? Mono.from(publisher(owner, method)) : Mono.empty()),
                        now -> now.end(owner, false),
                        (now, failure) -> now.end(owner, true),
                        now -> now.end(owner, true))
                : Flux.usingWhen(
                        begins,
                        now -> ReactiveOwner.call(owner, now::begin)
                                .flatMapMany(runs -> runs ? Flux.from(publisher(owner, method)) : Flux.empty()),
                        now -> now.end(owner, false),
                        (now, failure) -> now.end(owner, true),
                        now -> now.end(owner, true));
    }

    /** Returns an invocation that can proceed from here, once. */
    private static MethodInvocation again(MethodInvocation invocation) {
        return invocation instanceof ProxyMethodInvocation proxied ? proxied.invocableClone() : invocation;
    }

    private static Publisher<?> publisher(@Nullable OwnerSource owner, MethodInvocation method) {
        return Mono.deferContextual(context -> {
                    Callable<Object> proceed = () -> proceed(again(method));
                    try {
                        return Mono.justOrEmpty(ReactiveOwner.as(ReactiveOwner.of(context, owner), proceed));
                    } catch (Exception e) {
                        return Mono.error(e);
                    }
                })
                .flatMapMany(result -> (Publisher<?>) result);
    }

    private static @Nullable Object proceed(MethodInvocation method) throws Exception {
        try {
            return method.proceed();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** One subscription. It may be cancelled while its lock is being acquired: then the lock is released as soon as it comes. */
    private static final class Subscribed<T> {
        private final ReactiveWork<T> work;
        private @Nullable T begun;
        private boolean over;

        Subscribed(ReactiveWork<T> work) {
            this.work = work;
        }

        boolean begin() throws Exception {
            T now = work.begin();
            synchronized (this) {
                if (!over) {
                    begun = now;
                    return work.runs(now);
                }
            }
            work.end(now, true);
            return false;
        }

        Mono<Void> end(@Nullable OwnerSource owner, boolean failed) {
            return ReactiveOwner.call(owner, () -> {
                        T now;
                        synchronized (this) {
                            over = true;
                            now = begun;
                            begun = null;
                        }
                        if (now != null) {
                            work.end(now, failed);
                        }
                        return null;
                    })
                    .then();
        }
    }
}

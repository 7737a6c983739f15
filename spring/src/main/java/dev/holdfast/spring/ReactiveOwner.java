package dev.holdfast.spring;

import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.OwnerSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/** The current owner of reactive code: in the context of its subscription, else that of the thread which assembled it. */
final class ReactiveOwner {
    /** The key that Micrometer's context propagation also uses. */
    static final String KEY = "holdfast.owner";

    private ReactiveOwner() {}

    static @Nullable OwnerSource of(ContextView context, @Nullable OwnerSource assembled) {
        return context.hasKey(KEY) ? context.get(KEY) : assembled;
    }

    /** Does blocking work for the owner, on a thread that may block. */
    static <T> Mono<T> call(@Nullable OwnerSource assembled, Callable<? extends @Nullable T> work) {
        return Mono.deferContextual(context -> {
            OwnerSource owner = of(context, assembled);
            Callable<@Nullable T> asOwner = () -> as(owner, work);
            return Mono.<T>fromCallable(asOwner).subscribeOn(Schedulers.boundedElastic());
        });
    }

    /** Does work for the owner in this thread. */
    static <T extends @Nullable Object> T as(@Nullable OwnerSource owner, Callable<? extends T> work) throws Exception {
        OwnerSource before = CurrentOwner.source();
        CurrentOwner.set(owner);
        try {
            return work.call();
        } finally {
            CurrentOwner.set(before);
        }
    }
}

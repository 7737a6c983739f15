package dev.holdfast.spring;

import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The locks of the current owner in reactive code. Calls of {@link CurrentLocks} block, so they run on Reactor's threads for
 * blocking work. Thread-safe.
 */
public final class ReactiveLocks {
    private final CurrentLocks locks;

    ReactiveLocks(CurrentLocks locks) {
        this.locks = locks;
    }

    /**
     * Calls the locks when it is subscribed to, for the owner in the context of the subscription.
     *
     * <pre>{@code
     * locks.call(now -> now.release("policy/1"))
     * }</pre>
     *
     * @return the result; empty if it is null
     */
    public <T> Mono<T> call(Function<CurrentLocks, ? extends @Nullable T> work) {
        return ReactiveOwner.call(CurrentOwner.captured(), () -> work.apply(locks));
    }
}

package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The result of a method that goes on after it has returned. */
final class LaterResult {
    private LaterResult() {}

    /** Returns whether the result comes later. */
    static boolean is(@Nullable Object result) {
        return result instanceof CompletionStage;
    }

    /**
     * Does something when the result has come; never if it is there already.
     *
     * @param end gets the failure, or null
     * @return the result for the caller, which comes after that if the type of the method allows it
     */
    static @Nullable Object whenDone(Method method, @Nullable Object result, Consumer<@Nullable Throwable> end) {
        if (!(result instanceof CompletionStage<?> stage)) {
            return result;
        }
        CompletionStage<?> ended = stage.whenComplete((value, failure) -> end.accept(failure));
        boolean same = method.getReturnType().isAssignableFrom(CompletableFuture.class);
        return same && ended instanceof CompletableFuture<?> ? ended : result;
    }
}

package dev.holdfast.spring;

import dev.holdfast.LockRequest;
import dev.holdfast.internal.base.Durations;
import dev.holdfast.spring.Locked.WhenHeld;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * A method with {@link Locked}, with its times read.
 *
 * @param timeout how long a call waits
 * @param keep how long the lock stays after the method; zero if it does not
 */
record LockedMethod(Method method, Locked locked, Duration timeout, Duration keep) {
    private static final Duration SHORTEST_KEEP = Duration.ofSeconds(30);

    /**
     * Returns the method, or null if it is not annotated.
     *
     * @throws IllegalStateException if the annotation cannot work on this method; the message says what to change
     */
    static @Nullable LockedMethod of(Method method) {
        Locked locked = AnnotatedElementUtils.findMergedAnnotation(method, Locked.class);
        if (locked == null) {
            return null;
        }
        Duration keep = time(method, "keep", locked.keep());
        if (!keep.isZero() && keep.compareTo(SHORTEST_KEEP) < 0) {
            keep = SHORTEST_KEEP;
        }
        LockedMethod read = new LockedMethod(method, locked, time(method, "waitFor", locked.waitFor()), keep);
        read.requireSuitable();
        return read;
    }

    private static Duration time(Method method, String attribute, String text) {
        try {
            return text.isEmpty() ? Duration.ZERO : Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "The " + attribute + " of @Locked on " + shown(method) + " cannot be read: " + e.getMessage(), e);
        }
    }

    private void requireSuitable() {
        Class<?> type = method.getReturnType();
        if (type.isPrimitive() && type != void.class && locked.whenHeld() == WhenHeld.SKIP) {
            throw mistake("returns " + type + ", so a skipped call has nothing to return. Return void or an Optional,"
                    + " or set whenHeld = FAIL.");
        }
        boolean later = Future.class.isAssignableFrom(type) && !CompletionStage.class.isAssignableFrom(type);
        if (later || isOtherPublisher(type)) {
            throw mistake(
                    "returns " + type.getSimpleName()
                            + ", whose end cannot be seen, so the lock would be released too early. Return a CompletableFuture, a Mono or a Flux.");
        }
        try {
            LockRequest.of(locked.value()).note(note()).timeout(timeout);
        } catch (IllegalArgumentException e) {
            throw mistake("is refused: " + e.getMessage());
        }
    }

    private static boolean isOtherPublisher(Class<?> type) {
        boolean publisher =
                type.getName().startsWith("reactor.") || type.getName().equals("org.reactivestreams.Publisher");
        return publisher && !ReactiveTypes.has(type);
    }

    private IllegalStateException mistake(String what) {
        return new IllegalStateException("@Locked does not work on " + this + ": it " + what);
    }

    /** Returns the note of its holds. */
    String note() {
        return locked.note().isEmpty() ? toString() : locked.note();
    }

    /** Returns the result of a call that was skipped. */
    @SuppressWarnings("FutureReturnValueIgnored") // the caller of the method gets it
    @Nullable
    Object skipped() {
        Class<?> type = method.getReturnType();
        if (type.isAssignableFrom(CompletableFuture.class) && CompletionStage.class.isAssignableFrom(type)) {
            return CompletableFuture.completedFuture(null);
        }
        return type == Optional.class ? Optional.empty() : null;
    }

    private static String shown(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    @Override
    public String toString() {
        return shown(method);
    }
}

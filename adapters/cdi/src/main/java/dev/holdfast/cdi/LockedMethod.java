package dev.holdfast.cdi;

import dev.holdfast.LockRequest;
import dev.holdfast.cdi.Locked.WhenHeld;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A method with {@link Locked}, with its times read.
 *
 * @param timeout how long a call waits
 * @param keep how long the lock stays after the method; zero if it does not
 */
record LockedMethod(Method method, Locked locked, Duration timeout, Duration keep) {
    private static final Duration SHORTEST_KEEP = Duration.ofSeconds(30);

    /**
     * Returns a method with the annotation.
     *
     * @throws IllegalArgumentException if the annotation cannot work on this method; the message says what to change
     */
    static LockedMethod of(Method method) {
        Locked locked = Objects.requireNonNull(method.getAnnotation(Locked.class));
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
            return text.isEmpty() ? Duration.ZERO : Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "The " + attribute + " of @Locked on " + shown(method) + " cannot be read: '" + text
                            + "' is not a duration. Write it like 90s, 15m or 1h30m.",
                    e);
        }
    }

    private void requireSuitable() {
        if (Modifier.isPrivate(method.getModifiers()) || Modifier.isFinal(method.getModifiers())) {
            throw mistake("is private or final, so no container can run it under a lock. Make it public.");
        }
        Class<?> type = method.getReturnType();
        if (type.isPrimitive() && type != void.class && locked.whenHeld() == WhenHeld.SKIP) {
            throw mistake("returns " + type + ", so a skipped call has nothing to return. Return void or an Optional,"
                    + " or set whenHeld = FAIL.");
        }
        if (endsUnseen(type)) {
            throw mistake(
                    "returns " + type.getSimpleName()
                            + ", whose end cannot be seen, so the lock would be released too early. Return a CompletableFuture.");
        }
        try {
            LockRequest.of(locked.value()).note(note()).timeout(timeout);
        } catch (IllegalArgumentException e) {
            throw mistake("is refused: " + e.getMessage());
        }
    }

    private static boolean endsUnseen(Class<?> type) {
        boolean later = Future.class.isAssignableFrom(type) && !CompletionStage.class.isAssignableFrom(type);
        return later
                || Flow.Publisher.class.isAssignableFrom(type)
                || type.getName().startsWith("reactor.")
                || type.getName().startsWith("io.smallrye.mutiny.")
                || type.getName().equals("org.reactivestreams.Publisher");
    }

    private IllegalArgumentException mistake(String what) {
        return new IllegalArgumentException("@Locked does not work on " + this + ": it " + what);
    }

    /**
     * Returns the name of the lock of a call.
     *
     * @throws IllegalArgumentException if a part of the key is null
     */
    String name(@Nullable Object[] arguments) {
        StringBuilder name = new StringBuilder(locked.value());
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].isAnnotationPresent(LockKey.class)) {
                if (arguments[i] == null) {
                    throw new IllegalArgumentException(
                            "The @LockKey of " + this + " is null, so its lock has no name. Pass a value.");
                }
                name.append('/').append(arguments[i]);
            }
        }
        return name.toString();
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

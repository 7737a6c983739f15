package dev.holdfast.cdi;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method of a bean under a lock, such as a job that one node at a time may run. Every call has an owner of its own, so
 * that nodes and threads exclude each other. A call within the method, by the same thread and under the same name, goes on under
 * its lock.
 *
 * <p>The lock renews itself, and is released however the method ends; if that is a {@link
 * java.util.concurrent.CompletionStage}, when it is complete. If the process ends, the lock becomes free.
 *
 * <pre>{@code
 * @Locked("billing")
 * public void bill(@LockKey String region) { … }
 * }</pre>
 */
@Documented
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Locked {

    /** The name of the lock. Parameters with {@link LockKey} are added: {@code billing} and {@code eu} make {@code billing/eu}. */
    @Nonbinding
    String value();

    /** The maximum time to wait for a lock that is not free, such as {@code 30s} or {@code 5m}. Does not wait by default. */
    @Nonbinding
    String waitFor() default "";

    /** The fate of the call if the lock is not free. */
    @Nonbinding
    WhenHeld whenHeld() default WhenHeld.SKIP;

    /**
     * The time for which the lock stays held after the method has ended; at least 30 seconds if it is set. A short job needs it,
     * or a node whose clock is a little late runs it a second time. If the process ends meanwhile, the lock stays.
     */
    @Nonbinding
    String keep() default "";

    /** A note for callers that are refused. By default the names of the class and the method. */
    @Nonbinding
    String note() default "";

    /** The fate of a call whose lock is not free, after the wait if there is one. */
    enum WhenHeld {
        /** The method does not run. The call returns null, an empty {@code Optional}, or a complete future. */
        SKIP,
        /** The method does not run. The call throws a {@link dev.holdfast.LockUnavailableException}. */
        FAIL
    }
}

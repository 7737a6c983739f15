package dev.holdfast.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method of a bean under a lock, such as a job of {@code @Scheduled} that one node at a time may run. Every call has an
 * owner of its own, so that nodes and threads exclude each other. A call within the method, by the same thread and under the same
 * name, goes on under its lock.
 *
 * <p>The lock renews itself, and is released however the method ends; if that is a {@link
 * java.util.concurrent.CompletionStage}, when it is complete. It is held until the transaction of the method has ended. If the
 * process ends, the lock becomes free.
 *
 * <pre>{@code
 * @Scheduled(cron = "0 0 2 * * *")
 * @Locked(value = "nightly-billing", keep = "1m")
 * public void bill() { … }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Locked {

    /** The name of the lock, or its first part if there is a {@link #key}. */
    String value();

    /** A SpEL expression over the parameters: {@code billing} and {@code #region} make {@code billing/eu}. */
    String key() default "";

    /** The maximum time to wait for a lock that is not free, such as {@code 30s} or {@code 5m}. Does not wait by default. */
    String waitFor() default "";

    /** The fate of the call if the lock is not free. */
    WhenHeld whenHeld() default WhenHeld.SKIP;

    /**
     * The time for which the lock stays held after the method has ended; at least 30 seconds if it is set. A short job needs it,
     * or a node whose clock is a little late runs it a second time. If the process ends meanwhile, the lock stays.
     */
    String keep() default "";

    /** A note for callers that are refused. By default the names of the class and the method. */
    String note() default "";

    /** The fate of a call whose lock is not free, after the wait if there is one. */
    enum WhenHeld {
        /** The method does not run. The call returns null, an empty {@code Optional}, or a complete future. */
        SKIP,
        /** The method does not run. The call throws a {@link dev.holdfast.LockUnavailableException}. */
        FAIL
    }
}

package dev.holdfast.spring;

import dev.holdfast.Mode;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Acquires locks for the current owner before the method runs: when editing begins, or for every read if readers lock too.
 * Acquires all of them or none, without waiting. If that fails, the method does not run, and {@link
 * dev.holdfast.LockUnavailableException} is thrown. In a transaction that begins with the method the locks are part of it.
 * If the method fails, the locks are released.
 *
 * <pre>{@code
 * @Transactional
 * @AcquiresLock(type = "policy", value = "#id")
 * public Policy findForEdit(long id) { … }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AcquiresLock {

    /** SpEL expressions over the parameters. Each gives a key, a name, an entity, or several of them. */
    String[] value();

    /** The prefix of each key: {@code policy} and 42 make {@code policy/42}. Empty if the expressions give names. */
    String type() default "";

    /** The entity class of the ids, instead of a type. For a member of an aggregate, its root is locked. */
    Class<?> entity() default void.class;

    /** Shared for readers. */
    Mode mode() default Mode.EXCLUSIVE;

    /** A note for users whose requests are refused. */
    String note() default "";
}

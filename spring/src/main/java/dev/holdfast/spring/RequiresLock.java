package dev.holdfast.spring;

import dev.holdfast.Mode;
import dev.holdfast.session.LockNotHeldException;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Checks that the current owner holds the locks before the method changes data. If not, the method does not run, and {@link
 * LockNotHeldException} names the missing call. Acquires nothing: at this point the user has already done the work.
 *
 * <pre>{@code
 * @Transactional
 * @RequiresLock(type = "policy", value = "#policy.id")
 * public void update(Policy policy) { … }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RequiresLock {

    /** SpEL expressions over the parameters. Each gives a key, a name, an entity, or several of them. */
    String[] value();

    /** The prefix of each key. Empty if the expressions give names. */
    String type() default "";

    /** The entity class of the ids, instead of a type. For a member of an aggregate, its root must be locked. */
    Class<?> entity() default void.class;

    /** Shared if a shared lock is sufficient. */
    Mode mode() default Mode.EXCLUSIVE;
}

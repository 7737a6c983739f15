package dev.holdfast.spring;

import dev.holdfast.rules.Mode;
import dev.holdfast.session.LockNotHeldException;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes sure that whoever acts has the locks before the method changes anything; else {@link LockNotHeldException}, which names
 * the missing call, and the method does not run. Takes nothing: whoever finds out here that somebody else has the lock has done
 * the work already.
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

    /** Expressions of Spring (SpEL) over the parameters: each a key, a name, an entity, or several of them. */
    String[] value();

    /** What stands before each key, with a slash. Empty if these are names already. */
    String type() default "";

    /** The class of entities whose ids these are, instead of a type: for what belongs to a root, the root is locked. */
    Class<?> entity() default void.class;

    /** Shared if a lock that others share will do. */
    Mode mode() default Mode.EXCLUSIVE;
}

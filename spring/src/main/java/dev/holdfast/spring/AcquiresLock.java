package dev.holdfast.spring;

import dev.holdfast.rules.Mode;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Takes locks for whoever acts before the method runs: for what begins editing, or for every read where readers lock too. All of
 * them or none, at once; else {@link dev.holdfast.LockUnavailableException} and the method does not run. In a transaction that
 * begins with the method they are part of it. A method that fails keeps nothing that was taken for it.
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

    /** Expressions of Spring (SpEL) over the parameters: each a key, a name, an entity, or several of them. */
    String[] value();

    /** What stands before each key, with a slash: {@code policy} and 42 make {@code policy/42}. Empty if these are names already. */
    String type() default "";

    /** The class of entities whose ids these are, instead of a type: for what belongs to a root, the root is locked. */
    Class<?> entity() default void.class;

    /** Shared for those who only read and let others read. */
    Mode mode() default Mode.EXCLUSIVE;

    /** Why, for those who are refused meanwhile. */
    String note() default "";
}

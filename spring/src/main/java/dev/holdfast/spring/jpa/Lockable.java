package dev.holdfast.spring.jpa;

import dev.holdfast.session.LockType;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An entity with a lock of its own: {@code policy/42}. Whatever changes or deletes it, or a collection that it owns, without
 * holding that is refused when it is written: {@link dev.holdfast.session.LockNotHeldException}. What is new is nobody else's.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Lockable {

    /** What stands before the key in the names of its locks, with a slash. */
    String value();

    /** The attribute that is the key, such as that of a shared version row. Empty for the id of the entity. */
    String id() default "";

    /**
     * What one locks for. Unless only who edits locks, reading it by its id takes the lock first, and what a query finds must be
     * held already.
     */
    LockType lock() default LockType.EXCLUSIVE_WRITE;
}

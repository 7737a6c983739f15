package dev.holdfast.spring.jpa;

import dev.holdfast.session.LockType;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An entity with a lock of its own: {@code policy/42}. Changing or deleting it, or a collection that it owns, without the lock
 * is refused with {@link dev.holdfast.session.LockNotHeldException} when it is written. A new entity needs no lock.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Lockable {

    /** The prefix of its lock names, which is followed by a slash and the key. */
    String value();

    /** The attribute with the key, such as that of a shared version row. Empty for the id of the entity. */
    String id() default "";

    /**
     * The lock type. If readers lock too, reading an entity by its id acquires the lock first, and entities that a query finds
     * must already be held.
     */
    LockType lock() default LockType.EXCLUSIVE_WRITE;
}

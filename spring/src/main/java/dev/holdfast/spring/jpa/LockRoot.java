package dev.holdfast.spring.jpa;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An entity that belongs to another one and shares its lock: locking a member locks the group. Adding, changing and deleting
 * it needs the lock of the root. The id of the root is found without loading the entities in between.
 *
 * <pre>{@code
 * @Entity
 * @LockRoot("line.order")
 * class Remark {
 *     @ManyToOne(fetch = FetchType.LAZY)
 *     OrderLine line;
 * }
 * }</pre>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface LockRoot {

    /** The path of attributes, separated by dots, to an entity that is {@link Lockable} or has a root itself. */
    String value();
}

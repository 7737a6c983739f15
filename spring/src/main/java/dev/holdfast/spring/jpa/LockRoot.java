package dev.holdfast.spring.jpa;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An entity that belongs to another one and stands under its lock: whoever locks a member locks the group. To add, change or
 * delete it needs the lock of the root; the id of the root is found without loading what is between.
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

    /** The attributes that lead from here to an entity that is {@link Lockable}, or has a root itself, with dots between. */
    String value();
}

package dev.holdfast.spring.jpa;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The attribute, a {@code long}, that keeps the fence of the lock under which an entity was last written. One that has a greater
 * fence is neither changed nor deleted: whoever writes it lost the lock in the meantime, and is told so by
 * {@link dev.holdfast.session.StaleFenceException}. Costs a statement for each entity that is written.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface Fence {}

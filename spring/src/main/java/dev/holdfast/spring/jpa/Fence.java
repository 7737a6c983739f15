package dev.holdfast.spring.jpa;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The attribute, a {@code long}, with the fence of the lock under which an entity was last written. An entity with a greater
 * fence is neither changed nor deleted: the writer has lost the lock, and gets a {@link
 * dev.holdfast.session.StaleFenceException}. Costs one statement for each entity that is written.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface Fence {}

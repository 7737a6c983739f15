package dev.holdfast.cdi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A parameter whose text is a part of the name of the lock, after the value of {@link Locked} and a slash. It must have the same
 * text on all nodes: a number, a string, a {@code UUID}. Several are added in their order.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface LockKey {}

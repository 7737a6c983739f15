package dev.holdfast.spring.jpa;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.ValueGenerationType;

/**
 * The attribute with the id of the version row that an entity shares with its aggregate. Adding, changing or deleting a member
 * increases its value, once per transaction; {@link dev.holdfast.spring.VersionRows} reads it. Each entity may also have a
 * {@code @Version} of its own.
 *
 * <p>A new entity gets the row of its {@link LockRoot}, or a new row if it has no root. As {@link Lockable#id()}, one lock
 * protects the whole aggregate.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
@ValueGenerationType(generatedBy = VersionRowGenerator.class)
public @interface SharedVersion {}

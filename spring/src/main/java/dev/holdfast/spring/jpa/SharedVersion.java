package dev.holdfast.spring.jpa;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.ValueGenerationType;

/**
 * The attribute that has the id of the version row which an entity shares with the rest of its aggregate. Whatever adds, changes
 * or deletes a member increases its value, once in a transaction; {@link dev.holdfast.spring.VersionRows} tells it. Beside it,
 * each may have a {@code @Version} of its own.
 *
 * <p>What is new and has none gets that of its {@link LockRoot}, or a new row if it has no root. As {@link Lockable#id()}, one
 * lock stands for the whole aggregate.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
@ValueGenerationType(generatedBy = VersionRowGenerator.class)
public @interface SharedVersion {}

package dev.holdfast.test.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Adds locks to a test slice of Spring Boot, beside {@code @WebMvcTest} or {@code @DataJpaTest}: refusals are answered with 423,
 * and {@code @Lockable} entities are guarded. The locks are those of a bean {@link dev.holdfast.test.TestLocks}, in memory
 * and under a clock that the test turns. After each test method they are {@linkplain dev.holdfast.test.TestLocks#reset reset}.
 *
 * <p>It can also be used beside {@code @SpringBootTest}. The store that the application has configured is not opened then.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface HoldfastTest {}

package dev.holdfast.check;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** Marks a test, or all tests of a class, that only {@code ./check --all} runs. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Tag(LongTest.TAG)
public @interface LongTest {
    /** The tag that {@code ./check} leaves out. */
    String TAG = "long";

    /** The reason, and which test covers the same promise in {@code ./check}. */
    String value();
}

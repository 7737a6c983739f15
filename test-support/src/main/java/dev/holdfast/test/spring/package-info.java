/** Test slices of Spring Boot with locks. */
@NullMarked
package dev.holdfast.test.spring;

import org.jspecify.annotations.NullMarked;

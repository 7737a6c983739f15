/** A lock registry for Spring Integration. */
@NullMarked
package dev.holdfast.integration;

import org.jspecify.annotations.NullMarked;

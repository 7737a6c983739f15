/** Measures the speed of the stores against the bare operations beneath them. A program, not a library. */
@NullMarked
package dev.holdfast.bench;

import org.jspecify.annotations.NullMarked;

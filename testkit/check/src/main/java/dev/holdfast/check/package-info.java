/** Runs the tests of all modules in parallel, and shows the progress. {@link dev.holdfast.check.Check} is the program. */
@NullMarked
package dev.holdfast.check;

import org.jspecify.annotations.NullMarked;

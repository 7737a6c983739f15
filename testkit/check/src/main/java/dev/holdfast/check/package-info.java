/** Runs the tests of all modules side by side, and says how far it is. {@link dev.holdfast.check.Check} is the program. */
@NullMarked
package dev.holdfast.check;

import org.jspecify.annotations.NullMarked;

/** Locks for tests of applications: in memory, under a clock that the test turns, with assertions. */
@NullMarked
package dev.holdfast.test;

import org.jspecify.annotations.NullMarked;

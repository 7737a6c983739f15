/** Tests for stores: the conformance suite, fake time, faults on demand, a checker of histories. */
@NullMarked
package dev.holdfast.testkit;

import org.jspecify.annotations.NullMarked;

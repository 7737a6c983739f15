/** A lock provider for ShedLock. */
@NullMarked
package dev.holdfast.shedlock;

import org.jspecify.annotations.NullMarked;

/** The identity of processes, and the proof that one is gone. Without such a proof a process counts as alive. */
@NullMarked
package dev.holdfast.internal.process;

import org.jspecify.annotations.NullMarked;

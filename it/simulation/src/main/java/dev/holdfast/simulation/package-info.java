/** A simulator of threads and time: rewritten classes run one thread at a time, in an order that a seed determines. */
@NullMarked
package dev.holdfast.simulation;

import org.jspecify.annotations.NullMarked;

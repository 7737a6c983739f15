/** Locks of {@link java.util.concurrent.locks.Lock} that several processes share. */
@NullMarked
package dev.holdfast.juc;

import org.jspecify.annotations.NullMarked;

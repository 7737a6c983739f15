/**
 * Locks for work that outlives a transaction. Open a {@link dev.holdfast.LockManager} by the address of a store, acquire, and
 * close the handle when the work is done.
 */
@NullMarked
package dev.holdfast;

import org.jspecify.annotations.NullMarked;

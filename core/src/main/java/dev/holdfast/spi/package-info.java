/**
 * The contract of a store of locks: it must keep typed, versioned records and apply groups of changes when every expected version still
 * holds. A store knows nothing of locks; {@link dev.holdfast.spi.LockStore} is the contract, and the conformance suite of
 * the testkit judges every implementation by it.
 */
@NullMarked
package dev.holdfast.spi;

import org.jspecify.annotations.NullMarked;

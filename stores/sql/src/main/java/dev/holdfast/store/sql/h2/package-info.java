/** Locks in H2: start at {@link dev.holdfast.store.sql.h2.H2LockStore}. */
@NullMarked
package dev.holdfast.store.sql.h2;

import org.jspecify.annotations.NullMarked;

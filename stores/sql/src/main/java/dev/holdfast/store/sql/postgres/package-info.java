/** Locks in PostgreSQL: start at {@link dev.holdfast.store.sql.postgres.PostgresLockStore}. */
@NullMarked
package dev.holdfast.store.sql.postgres;

import org.jspecify.annotations.NullMarked;

/** Locks in a SQLite file of their own. */
@NullMarked
package dev.holdfast.store.sql.sqlite;

import org.jspecify.annotations.NullMarked;

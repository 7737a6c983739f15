/**
 * Stores in SQL databases. {@link dev.holdfast.store.sql.SqliteProvider} opens them by address; all else is theirs alone.
 */
@NullMarked
package dev.holdfast.store.sql;

import org.jspecify.annotations.NullMarked;

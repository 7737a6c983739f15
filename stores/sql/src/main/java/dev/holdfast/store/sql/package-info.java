/**
 * Stores in SQL databases, one package for each engine; {@code shared} has what they have in common. They are opened by their
 * address.
 */
@NullMarked
package dev.holdfast.store.sql;

import org.jspecify.annotations.NullMarked;

/** The store that keeps its records in memory. */
@NullMarked
package dev.holdfast.store.memory;

import org.jspecify.annotations.NullMarked;

/** Large values in versions, in tables beside those of the locks. */
@NullMarked
package dev.holdfast.store.sql.values;

import org.jspecify.annotations.NullMarked;

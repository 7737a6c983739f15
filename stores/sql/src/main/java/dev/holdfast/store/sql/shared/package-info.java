/** What the stores in SQL databases have in common: names as bytes, times, connections, migrations, reading, the change feed. */
@NullMarked
package dev.holdfast.store.sql.shared;

import org.jspecify.annotations.NullMarked;

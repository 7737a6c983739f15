/** The common parts of the stores in SQL databases: names as bytes, times, connections, migrations, reading, the change feed. */
@NullMarked
package dev.holdfast.store.sql.shared;

import org.jspecify.annotations.NullMarked;

/** A parser of SQL, as far as needed to find tables, columns and conditions. */
@NullMarked
package dev.holdfast.audit.sql;

import org.jspecify.annotations.NullMarked;

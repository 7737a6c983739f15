/** As much of SQL as tells what a statement does to which table. */
@NullMarked
package dev.holdfast.audit.sql;

import org.jspecify.annotations.NullMarked;

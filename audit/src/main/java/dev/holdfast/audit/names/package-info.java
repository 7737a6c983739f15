/** The words of the names in sources. */
@NullMarked
package dev.holdfast.audit.names;

import org.jspecify.annotations.NullMarked;

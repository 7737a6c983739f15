/** Looking for mistakes of locking in sources. */
@NullMarked
package dev.holdfast.cli.audit;

import org.jspecify.annotations.NullMarked;

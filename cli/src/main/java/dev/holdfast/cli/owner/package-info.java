/** Who acts: the instance that a terminal session is. */
@NullMarked
package dev.holdfast.cli.owner;

import org.jspecify.annotations.NullMarked;

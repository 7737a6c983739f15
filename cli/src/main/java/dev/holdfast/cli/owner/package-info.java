/** The owner that acts: a terminal session or an assistant's session. */
@NullMarked
package dev.holdfast.cli.owner;

import org.jspecify.annotations.NullMarked;

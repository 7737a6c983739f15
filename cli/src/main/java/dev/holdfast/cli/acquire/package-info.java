/** Acquiring locks for a command: immediately, in the queue, or as the user at the terminal decides. */
@NullMarked
package dev.holdfast.cli.acquire;

import org.jspecify.annotations.NullMarked;

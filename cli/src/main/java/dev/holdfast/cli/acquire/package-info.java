/** Taking locks for a command: at once, in line, or as somebody at the terminal decides. */
@NullMarked
package dev.holdfast.cli.acquire;

import org.jspecify.annotations.NullMarked;

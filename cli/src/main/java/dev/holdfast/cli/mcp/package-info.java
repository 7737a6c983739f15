/** Locks as tools for assistants. The protocol is implemented in the second jar, the tools here. */
@NullMarked
package dev.holdfast.cli.mcp;

import org.jspecify.annotations.NullMarked;

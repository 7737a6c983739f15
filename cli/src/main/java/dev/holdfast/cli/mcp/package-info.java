/** Locks as tools of an assistant. What speaks the protocol lies in the jar of the large drivers; what the tools do is here. */
@NullMarked
package dev.holdfast.cli.mcp;

import org.jspecify.annotations.NullMarked;

/** The server and the tools for assistants, as services that the command loads from its second jar. */
@NullMarked
package dev.holdfast.cli.extras;

import org.jspecify.annotations.NullMarked;

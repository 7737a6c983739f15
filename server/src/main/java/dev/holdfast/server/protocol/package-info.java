/** Protocols of other tools, whose clients use the locks of this server. */
@NullMarked
package dev.holdfast.server.protocol;

import org.jspecify.annotations.NullMarked;

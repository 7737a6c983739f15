/** A server for locks over HTTP. */
@NullMarked
package dev.holdfast.server;

import org.jspecify.annotations.NullMarked;

/** The calls of the HTTP API. */
@NullMarked
package dev.holdfast.server.api;

import org.jspecify.annotations.NullMarked;

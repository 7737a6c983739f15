/** The event stream of changes. */
@NullMarked
package dev.holdfast.server.events;

import org.jspecify.annotations.NullMarked;

/** Changes, told to whoever listens. */
@NullMarked
package dev.holdfast.server.events;

import org.jspecify.annotations.NullMarked;

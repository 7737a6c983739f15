/** Torture: processes that lock on one store while they and the store are stopped and killed, and a judge of what they did. */
@NullMarked
package dev.holdfast.torture;

import org.jspecify.annotations.NullMarked;

/** Parts that the command shares. They change without notice. */
@NullMarked
package dev.holdfast.config.internal;

import org.jspecify.annotations.NullMarked;

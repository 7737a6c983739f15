/** The records of a store as JSON. */
@NullMarked
package dev.holdfast.internal.codec;

import org.jspecify.annotations.NullMarked;

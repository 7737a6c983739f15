/** Bounds, texts, names, times and addresses: what everything else rests on. Knows nothing of locks. */
@NullMarked
package dev.holdfast.internal.base;

import org.jspecify.annotations.NullMarked;

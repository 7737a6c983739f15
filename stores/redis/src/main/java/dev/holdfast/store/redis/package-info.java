/** Locks in Redis, by way of Lettuce. */
@NullMarked
package dev.holdfast.store.redis;

import org.jspecify.annotations.NullMarked;

/** Locks that a Holdfast server decides about. */
@NullMarked
package dev.holdfast.client;

import org.jspecify.annotations.NullMarked;

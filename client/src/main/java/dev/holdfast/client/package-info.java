/** A client for the locks of a Holdfast server. */
@NullMarked
package dev.holdfast.client;

import org.jspecify.annotations.NullMarked;

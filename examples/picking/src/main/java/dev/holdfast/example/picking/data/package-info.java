/** Orders, what is reserved for them, and the one way to work on them. */
@NullMarked
package dev.holdfast.example.picking.data;

import org.jspecify.annotations.NullMarked;

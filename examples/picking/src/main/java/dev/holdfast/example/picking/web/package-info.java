/** Who asks, and what is answered. */
@NullMarked
package dev.holdfast.example.picking.web;

import org.jspecify.annotations.NullMarked;

/** The calls of the pages. */
@NullMarked
package dev.holdfast.example.picking.web;

import org.jspecify.annotations.NullMarked;

/** A warehouse whose pickers claim orders, one each, with plain servlets and plain JDBC. */
@NullMarked
package dev.holdfast.example.picking;

import org.jspecify.annotations.NullMarked;

/** JSON as values, and its text. */
@NullMarked
package dev.holdfast.internal.json;

import org.jspecify.annotations.NullMarked;

/** The staff of an example, and its sign-in. */
@NullMarked
package dev.holdfast.example.staff;

import org.jspecify.annotations.NullMarked;

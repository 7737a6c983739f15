/** The staff, and the sign-in. */
@NullMarked
package dev.holdfast.example.newsroom.people;

import org.jspecify.annotations.NullMarked;

/** The staff, and the sign-in. */
@NullMarked
package dev.holdfast.example.underwriting.people;

import org.jspecify.annotations.NullMarked;

/** Who works here, and who is let in. */
@NullMarked
package dev.holdfast.example.underwriting.people;

import org.jspecify.annotations.NullMarked;

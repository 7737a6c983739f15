/** Who works here, and who is let in. */
@NullMarked
package dev.holdfast.example.newsroom.people;

import org.jspecify.annotations.NullMarked;

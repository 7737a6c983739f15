/** What the examples that are web applications have in common at the shell. */
@NullMarked
package dev.holdfast.example.start;

import org.jspecify.annotations.NullMarked;

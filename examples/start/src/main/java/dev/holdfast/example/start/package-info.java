/** The common command line of the examples that are web applications. */
@NullMarked
package dev.holdfast.example.start;

import org.jspecify.annotations.NullMarked;

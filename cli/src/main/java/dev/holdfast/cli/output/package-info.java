/** How things look on the terminal: times, colours, JSON. */
@NullMarked
package dev.holdfast.cli.output;

import org.jspecify.annotations.NullMarked;

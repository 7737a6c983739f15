/** Talking to a person at a terminal. */
@NullMarked
package dev.holdfast.cli.terminal;

import org.jspecify.annotations.NullMarked;

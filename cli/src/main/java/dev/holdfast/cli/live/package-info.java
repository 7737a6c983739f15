/** Locks as they change, for a user at a terminal or a program that reads lines. */
@NullMarked
package dev.holdfast.cli.live;

import org.jspecify.annotations.NullMarked;

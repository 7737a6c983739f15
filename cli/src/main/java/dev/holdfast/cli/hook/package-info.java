/** Answers the hooks of assistants: whether a tool may write a file. */
@NullMarked
package dev.holdfast.cli.hook;

import org.jspecify.annotations.NullMarked;

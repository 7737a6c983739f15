/** The examples, ready to be played anywhere: they travel inside the command. */
@NullMarked
package dev.holdfast.cli.demo;

import org.jspecify.annotations.NullMarked;

/**
 * The {@code holdfast} command. {@link dev.holdfast.cli.Main} finds the command by its name; each command is a class in
 * {@code command} that picocli fills from the arguments and that works through a {@link dev.holdfast.cli.context.CommandContext}.
 */
@NullMarked
package dev.holdfast.cli;

import org.jspecify.annotations.NullMarked;

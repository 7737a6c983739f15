/** What every part of the command needs: its environment, failures, exit codes and folders. */
@NullMarked
package dev.holdfast.cli.base;

import org.jspecify.annotations.NullMarked;

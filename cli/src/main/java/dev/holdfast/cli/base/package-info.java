/** The bottom layer: environment, failures, exit codes and folders, which every other package may use. */
@NullMarked
package dev.holdfast.cli.base;

import org.jspecify.annotations.NullMarked;

/** The context of one call of a command: the project, the locks and the owner. */
@NullMarked
package dev.holdfast.cli.context;

import org.jspecify.annotations.NullMarked;

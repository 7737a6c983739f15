/** Options that several commands share, and how their values are read. */
@NullMarked
package dev.holdfast.cli.options;

import org.jspecify.annotations.NullMarked;

/** The commands that look at sources: their work is done in a jar of its own. */
@NullMarked
package dev.holdfast.cli.sources;

import org.jspecify.annotations.NullMarked;

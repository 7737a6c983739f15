/** What git knows of the files that are about to be committed or pushed. */
@NullMarked
package dev.holdfast.cli.git;

import org.jspecify.annotations.NullMarked;

/** The files of a commit or a push, from git. */
@NullMarked
package dev.holdfast.cli.git;

import org.jspecify.annotations.NullMarked;

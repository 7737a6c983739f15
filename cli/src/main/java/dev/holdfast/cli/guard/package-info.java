/** Checks before files are written: no other owner may hold what covers them. */
@NullMarked
package dev.holdfast.cli.guard;

import org.jspecify.annotations.NullMarked;

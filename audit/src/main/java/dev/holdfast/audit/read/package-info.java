/** Reads sources, SQL files and settings. */
@NullMarked
package dev.holdfast.audit.read;

import org.jspecify.annotations.NullMarked;

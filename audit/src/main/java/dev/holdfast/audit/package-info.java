/** Finds the known mistakes of locking in the sources, SQL files and settings of an application. */
@NullMarked
package dev.holdfast.audit;

import org.jspecify.annotations.NullMarked;

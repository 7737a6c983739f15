/** Locks in JSON, in the one vocabulary of the command, the server and its clients. */
@NullMarked
package dev.holdfast.internal.views;

import org.jspecify.annotations.NullMarked;

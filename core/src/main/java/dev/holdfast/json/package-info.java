/** Locks in JSON, in the one vocabulary of the command, the server and its clients. */
@NullMarked
package dev.holdfast.json;

import org.jspecify.annotations.NullMarked;

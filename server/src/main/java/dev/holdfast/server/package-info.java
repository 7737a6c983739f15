/** A server that gives locks to whoever can speak HTTP. */
@NullMarked
package dev.holdfast.server;

import org.jspecify.annotations.NullMarked;

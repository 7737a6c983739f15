/** The identity of callers, and what they may know about others. */
@NullMarked
package dev.holdfast.server.identity;

import org.jspecify.annotations.NullMarked;

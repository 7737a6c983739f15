/** Authentication with tokens, JWTs and sessions, and the limits of callers. */
@NullMarked
package dev.holdfast.server.access;

import org.jspecify.annotations.NullMarked;

/** Who may come in, and how often: sign-in by tokens, JWTs and sessions, and limits. */
@NullMarked
package dev.holdfast.server.access;

import org.jspecify.annotations.NullMarked;

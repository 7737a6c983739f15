/** Requests and answers, and the checks before a call is made. Knows nothing of locks. */
@NullMarked
package dev.holdfast.server.http;

import org.jspecify.annotations.NullMarked;

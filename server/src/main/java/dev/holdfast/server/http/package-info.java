/** Requests and answers, and what is refused before anybody looks at what is asked for. Knows nothing of locks. */
@NullMarked
package dev.holdfast.server.http;

import org.jspecify.annotations.NullMarked;

/** The options of a server: sign-in, limits and the audit log. */
@NullMarked
package dev.holdfast.server.options;

import org.jspecify.annotations.NullMarked;

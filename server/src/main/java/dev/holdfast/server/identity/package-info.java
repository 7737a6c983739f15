/** What a caller goes by, and what it may know of others. */
@NullMarked
package dev.holdfast.server.identity;

import org.jspecify.annotations.NullMarked;

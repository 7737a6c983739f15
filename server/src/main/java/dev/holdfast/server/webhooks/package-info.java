/** Signed calls to programs of the operator when something happens to a lock. */
@NullMarked
package dev.holdfast.server.webhooks;

import org.jspecify.annotations.NullMarked;

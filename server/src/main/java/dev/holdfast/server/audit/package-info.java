/** The audit log of changes and denials, for the operator of the server. */
@NullMarked
package dev.holdfast.server.audit;

import org.jspecify.annotations.NullMarked;

/** The audit log: which calls changed something or were denied, for the operator of the server. */
@NullMarked
package dev.holdfast.server.audit;

import org.jspecify.annotations.NullMarked;

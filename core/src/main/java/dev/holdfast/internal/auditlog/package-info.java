/** The audit log of a server: the chain of its lines, the names of its files, and the check of both. */
@NullMarked
package dev.holdfast.internal.auditlog;

import org.jspecify.annotations.NullMarked;

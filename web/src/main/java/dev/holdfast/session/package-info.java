/**
 * Locks for users who edit, in any kind of application. {@link dev.holdfast.session.CurrentOwner} is the owner that acts,
 * {@link dev.holdfast.session.CurrentLocks} acquires and releases its locks.
 */
@NullMarked
package dev.holdfast.session;

import org.jspecify.annotations.NullMarked;

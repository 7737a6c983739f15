/**
 * Locks of people who edit, in an application of whatever kind. {@link dev.holdfast.session.CurrentOwner} says who acts, {@link
 * dev.holdfast.session.CurrentLocks} takes and gives back what it edits.
 */
@NullMarked
package dev.holdfast.session;

import org.jspecify.annotations.NullMarked;

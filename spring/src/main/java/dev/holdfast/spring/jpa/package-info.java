/**
 * Locks for entities of Hibernate: {@link dev.holdfast.spring.jpa.Lockable} and {@link dev.holdfast.spring.jpa.LockRoot} say
 * which lock an entity stands under, and nothing of it is written without that. {@link dev.holdfast.spring.jpa.EntityLocks} and
 * {@link dev.holdfast.spring.jpa.EditableRepository} take it before they load.
 */
@NullMarked
package dev.holdfast.spring.jpa;

import org.jspecify.annotations.NullMarked;

/**
 * Locks for entities of Hibernate: {@link dev.holdfast.spring.jpa.Lockable} and {@link dev.holdfast.spring.jpa.LockRoot}
 * declare the lock of an entity, which is not written without it. {@link dev.holdfast.spring.jpa.EntityLocks} and {@link
 * dev.holdfast.spring.jpa.EditableRepository} acquire it before they load.
 */
@NullMarked
package dev.holdfast.spring.jpa;

import org.jspecify.annotations.NullMarked;

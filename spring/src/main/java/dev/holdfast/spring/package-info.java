/**
 * Locks for applications with Spring Boot. {@link dev.holdfast.session.CurrentLocks} takes and gives back what the current
 * session edits; {@link dev.holdfast.spring.AcquiresLock} and {@link dev.holdfast.spring.RequiresLock} do so by themselves.
 */
@NullMarked
package dev.holdfast.spring;

import org.jspecify.annotations.NullMarked;

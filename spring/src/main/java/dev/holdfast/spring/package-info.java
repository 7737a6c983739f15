/**
 * Locks for applications with Spring Boot. {@link dev.holdfast.session.CurrentLocks} acquires and releases the locks of the
 * current session; {@link dev.holdfast.spring.AcquiresLock} and {@link dev.holdfast.spring.RequiresLock} do so with
 * annotations.
 */
@NullMarked
package dev.holdfast.spring;

import org.jspecify.annotations.NullMarked;

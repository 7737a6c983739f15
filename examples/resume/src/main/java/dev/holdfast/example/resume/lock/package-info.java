/**
 * One process at a time resumes a job: {@link dev.holdfast.example.resume.lock.ResumeLockManager} over the lock files of
 * Holdfast. Needs nothing of the tool around it. Every failure is a
 * {@link dev.holdfast.example.resume.lock.ResumeLockException}, which the compiler does not let a caller forget.
 */
@NullMarked
package dev.holdfast.example.resume.lock;

import org.jspecify.annotations.NullMarked;

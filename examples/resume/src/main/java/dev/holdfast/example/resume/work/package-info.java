/** The work of jobs and sessions: pure functions of their input. */
@NullMarked
package dev.holdfast.example.resume.work;

import org.jspecify.annotations.NullMarked;

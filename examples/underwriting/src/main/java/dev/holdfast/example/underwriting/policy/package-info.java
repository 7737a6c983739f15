/** Policies with all that belongs to them, and the commands that work on them under one lock. */
@NullMarked
package dev.holdfast.example.underwriting.policy;

import org.jspecify.annotations.NullMarked;

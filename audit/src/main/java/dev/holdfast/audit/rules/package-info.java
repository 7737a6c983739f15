/** The mistakes, one class each. */
@NullMarked
package dev.holdfast.audit.rules;

import org.jspecify.annotations.NullMarked;

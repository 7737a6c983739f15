/**
 * Every rule about locks, as pure functions over immutable values: no I/O, no threads, no clock, no logging.
 *
 * <p>Start at {@link dev.holdfast.internal.rules.Rules#decide}. What the rules cannot know by themselves (is that process alive? is
 * that slot taken?) is gathered outside and passed in as {@link dev.holdfast.internal.rules.Evidence}.
 */
@NullMarked
package dev.holdfast.internal.rules;

import org.jspecify.annotations.NullMarked;

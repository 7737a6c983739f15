/**
 * Every order in which threads take turns in the hand-offs of the manager, up to a number of preemptions. The classes under
 * test are the product's own; their bytecode is changed so that each volatile access, atomic operation, queue operation and
 * park is a point where another thread may run.
 */
package dev.holdfast.internal.turns;

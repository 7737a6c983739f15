/**
 * A small batch tool whose jobs and sessions can be killed at any moment and resumed by one process at a time. {@code lock} is
 * the protection, and can be used without the rest; {@code work} is what there is to do; this package keeps the checkpoints and
 * reads the command line.
 */
@NullMarked
package dev.holdfast.example.resume;

import org.jspecify.annotations.NullMarked;

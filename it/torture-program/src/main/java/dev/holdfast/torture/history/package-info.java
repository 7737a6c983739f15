/** The operations of each process, as lines of JSON that survive its end. */
@NullMarked
package dev.holdfast.torture.history;

import org.jspecify.annotations.NullMarked;

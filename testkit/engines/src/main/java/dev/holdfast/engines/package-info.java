/** Real servers, started and ended at will on this machine, and the faults that a store on them must survive. */
@NullMarked
package dev.holdfast.engines;

import org.jspecify.annotations.NullMarked;

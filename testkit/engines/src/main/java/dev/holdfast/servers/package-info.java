/** Real servers, started and ended at will on this machine, and the faults that a store on them must survive. */
@NullMarked
package dev.holdfast.servers;

import org.jspecify.annotations.NullMarked;

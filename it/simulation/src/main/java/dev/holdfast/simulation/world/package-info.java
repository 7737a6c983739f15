/** The simulated world: lock managers with their callers, the store between them, what goes wrong, and what must hold. */
@NullMarked
package dev.holdfast.simulation.world;

import org.jspecify.annotations.NullMarked;

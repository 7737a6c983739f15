/** Pictures of results, written as SVG. */
@NullMarked
package dev.holdfast.bench.plot;

import org.jspecify.annotations.NullMarked;

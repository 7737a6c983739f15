/** The contenders on a server: the bare driver, other lock libraries, and Holdfast, behind one small interface. */
@NullMarked
package dev.holdfast.bench.contender;

import org.jspecify.annotations.NullMarked;

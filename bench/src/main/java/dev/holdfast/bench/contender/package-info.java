/** Who is measured on a server: the bare driver, other lock libraries, and Holdfast, all behind one small interface. */
@NullMarked
package dev.holdfast.bench.contender;

import org.jspecify.annotations.NullMarked;

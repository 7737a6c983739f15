/** Who a process is, and whether it is proven gone. Whatever is not proven counts as alive. */
@NullMarked
package dev.holdfast.process;

import org.jspecify.annotations.NullMarked;

/** Methods of CDI beans that run under locks. */
@NullMarked
package dev.holdfast.cdi;

import org.jspecify.annotations.NullMarked;

/** The judge of histories. Pure: the same histories always get the same verdict. */
@NullMarked
package dev.holdfast.torture.judge;

import org.jspecify.annotations.NullMarked;

/** Facts about locks in the sources of an application. */
@NullMarked
package dev.holdfast.audit.code;

import org.jspecify.annotations.NullMarked;

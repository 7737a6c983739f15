/** Access tokens of servers, kept beside the locks so that several servers on one store know the same. */
@NullMarked
package dev.holdfast.internal.access;

import org.jspecify.annotations.NullMarked;

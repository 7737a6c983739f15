/** Whether files may be written: nobody else holds what covers them. */
@NullMarked
package dev.holdfast.cli.guard;

import org.jspecify.annotations.NullMarked;

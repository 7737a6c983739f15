/** Running a command under a lock. */
@NullMarked
package dev.holdfast.cli.run;

import org.jspecify.annotations.NullMarked;

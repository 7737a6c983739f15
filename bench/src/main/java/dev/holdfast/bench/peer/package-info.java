/** Lock libraries as an application uses them for a job, and their behaviour when its process is killed. */
@NullMarked
package dev.holdfast.bench.peer;

import org.jspecify.annotations.NullMarked;

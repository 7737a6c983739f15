/** Looking for what is wrong with the place where locks are kept. */
@NullMarked
package dev.holdfast.cli.doctor;

import org.jspecify.annotations.NullMarked;

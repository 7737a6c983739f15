/** Decides from a few answers whether and how something should be locked, and writes the plan. */
@NullMarked
package dev.holdfast.cli.plan;

import org.jspecify.annotations.NullMarked;

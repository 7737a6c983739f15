/** Output for people and programs: times, colours, lists, JSON. */
@NullMarked
package dev.holdfast.cli.output;

import org.jspecify.annotations.NullMarked;

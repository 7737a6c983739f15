/** The project: its store, its configuration, and the files of each resource. */
@NullMarked
package dev.holdfast.cli.project;

import org.jspecify.annotations.NullMarked;

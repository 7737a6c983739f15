/** Where locks are kept, and which files stand for which resource. */
@NullMarked
package dev.holdfast.cli.project;

import org.jspecify.annotations.NullMarked;

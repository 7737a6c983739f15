/** Sets up what calls Holdfast by itself: the hooks of assistants and of git. */
@NullMarked
package dev.holdfast.cli.install;

import org.jspecify.annotations.NullMarked;

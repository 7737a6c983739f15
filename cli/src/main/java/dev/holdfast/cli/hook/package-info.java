/** What assistants ask before they use a tool: may this file be written? */
@NullMarked
package dev.holdfast.cli.hook;

import org.jspecify.annotations.NullMarked;

/** What ties the server to the command. */
@NullMarked
package dev.holdfast.cli.servers;

import org.jspecify.annotations.NullMarked;

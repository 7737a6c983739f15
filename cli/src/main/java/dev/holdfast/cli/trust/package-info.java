/** The projects that the user trusts to name a store or a server. */
@NullMarked
package dev.holdfast.cli.trust;

import org.jspecify.annotations.NullMarked;

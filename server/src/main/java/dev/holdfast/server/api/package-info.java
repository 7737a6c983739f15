/** The calls there are, and what each answers. */
@NullMarked
package dev.holdfast.server.api;

import org.jspecify.annotations.NullMarked;

/** The pages for users. */
@NullMarked
package dev.holdfast.server.pages;

import org.jspecify.annotations.NullMarked;

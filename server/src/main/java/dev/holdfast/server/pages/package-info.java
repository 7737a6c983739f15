/** The pages for people. */
@NullMarked
package dev.holdfast.server.pages;

import org.jspecify.annotations.NullMarked;

/** The browser for tests of pages. */
@NullMarked
package dev.holdfast.browser;

import org.jspecify.annotations.NullMarked;

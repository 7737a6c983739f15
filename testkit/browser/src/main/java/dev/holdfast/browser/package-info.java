/** The browser that tests look at pages with. */
@NullMarked
package dev.holdfast.browser;

import org.jspecify.annotations.NullMarked;

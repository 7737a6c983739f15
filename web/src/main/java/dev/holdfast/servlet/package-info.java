/** The HTTP session as the owner of locks, in any servlet container. */
@NullMarked
package dev.holdfast.servlet;

import org.jspecify.annotations.NullMarked;

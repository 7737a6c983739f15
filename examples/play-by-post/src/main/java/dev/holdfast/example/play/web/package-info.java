/** The calls and events for browsers. */
@NullMarked
package dev.holdfast.example.play.web;

import org.jspecify.annotations.NullMarked;

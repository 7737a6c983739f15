/** The calls and events for browsers. */
@NullMarked
package dev.holdfast.example.underwriting.web;

import org.jspecify.annotations.NullMarked;

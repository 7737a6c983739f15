/** The calls and events for browsers. */
@NullMarked
package dev.holdfast.example.newsroom.web;

import org.jspecify.annotations.NullMarked;

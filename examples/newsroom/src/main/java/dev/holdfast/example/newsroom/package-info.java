/** A newsroom: editors write articles in a browser, each article one editor at a time, with the locks in the same Redis. */
@NullMarked
package dev.holdfast.example.newsroom;

import org.jspecify.annotations.NullMarked;

/** A game by posts: players take turns composing in a browser. */
@NullMarked
package dev.holdfast.example.play;

import org.jspecify.annotations.NullMarked;

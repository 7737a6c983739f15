/** Taking a post, writing it and handing it in. */
@NullMarked
package dev.holdfast.example.play.compose;

import org.jspecify.annotations.NullMarked;

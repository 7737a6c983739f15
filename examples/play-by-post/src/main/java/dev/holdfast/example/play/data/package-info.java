/** The game's people, scenes and posts, in one database with the locks. */
@NullMarked
package dev.holdfast.example.play.data;

import org.jspecify.annotations.NullMarked;

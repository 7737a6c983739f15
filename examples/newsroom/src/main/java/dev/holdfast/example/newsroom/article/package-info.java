/** Articles and the locks on them. */
@NullMarked
package dev.holdfast.example.newsroom.article;

import org.jspecify.annotations.NullMarked;

/** What browsers see of it. */
@NullMarked
package dev.holdfast.example.play.web;

import org.jspecify.annotations.NullMarked;

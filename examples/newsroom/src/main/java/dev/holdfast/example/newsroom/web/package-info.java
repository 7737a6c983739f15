/** What browsers ask for and are told. */
@NullMarked
package dev.holdfast.example.newsroom.web;

import org.jspecify.annotations.NullMarked;

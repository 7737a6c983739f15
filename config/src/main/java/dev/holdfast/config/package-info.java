/** The settings of a project in {@code holdfast.yaml}, for programs. */
@NullMarked
package dev.holdfast.config;

import org.jspecify.annotations.NullMarked;

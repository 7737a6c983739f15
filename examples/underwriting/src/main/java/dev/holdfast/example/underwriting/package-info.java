/** Underwriting: policies are worked on for an hour or more, by one underwriter at a time; the locks are in the same PostgreSQL. */
@NullMarked
package dev.holdfast.example.underwriting;

import org.jspecify.annotations.NullMarked;

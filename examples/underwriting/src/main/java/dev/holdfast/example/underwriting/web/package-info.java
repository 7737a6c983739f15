/** What browsers ask for and are told. */
@NullMarked
package dev.holdfast.example.underwriting.web;

import org.jspecify.annotations.NullMarked;

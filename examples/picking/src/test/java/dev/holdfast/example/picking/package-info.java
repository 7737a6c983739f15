/** Pickers by the calls and in browsers, on a real PostgreSQL. */
package dev.holdfast.example.picking;

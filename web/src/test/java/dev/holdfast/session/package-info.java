/** Locks of people who edit. */
package dev.holdfast.session;

package dev.holdfast.store;

import java.time.Instant;

/**
 * An event in the history.
 *
 * @param version of the change it belongs to
 * @param at the store's time of that change
 */
public record PastEvent(long version, Instant at, Event event) {}

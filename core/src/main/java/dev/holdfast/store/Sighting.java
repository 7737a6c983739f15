package dev.holdfast.store;

import org.jspecify.annotations.Nullable;

/** The current state of one record, as a feed shows it. {@code entry} is null when the record is not there any more. */
public record Sighting(Key key, @Nullable Entry entry) {}

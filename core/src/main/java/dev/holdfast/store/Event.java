package dev.holdfast.store;

import dev.holdfast.rules.Notice;

/** Something that happened to a hold on a resource; for the history. */
public record Event(String resource, Notice notice) {}

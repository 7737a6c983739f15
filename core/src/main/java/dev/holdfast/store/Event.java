package dev.holdfast.store;

import dev.holdfast.rules.Notice;

/**
 * Something that happened to a hold on a resource; for the history.
 *
 * @param notice with a hold that has one entry and one process at most, so that an event is never large
 */
public record Event(String resource, Notice notice) {
    public Event {
        notice = notice.past();
    }
}

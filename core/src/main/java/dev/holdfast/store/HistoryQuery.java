package dev.holdfast.store;

import org.jspecify.annotations.Nullable;

/**
 * The part of the history to list.
 *
 * @param prefix of the resource
 * @param owner the id of the owner it happened to, or null for any
 * @param limit the maximum number of events, the newest first
 */
public record HistoryQuery(String prefix, @Nullable String owner, int limit) {
    public static final HistoryQuery NEWEST = new HistoryQuery("", null, 100);

    public boolean matches(PastEvent past) {
        Event event = past.event();
        return event.resource().startsWith(prefix)
                && (owner == null || owner.equals(event.notice().hold().owner().id()));
    }
}

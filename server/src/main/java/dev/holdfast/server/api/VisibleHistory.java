package dev.holdfast.server.api;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.server.identity.Identity;
import dev.holdfast.server.identity.Veil;
import java.util.List;
import java.util.function.Predicate;

/**
 * The part of the history that a caller may see.
 *
 * @param after where an earlier page has ended
 */
record VisibleHistory(LockManager locks, Veil veil, HistoryPlace after) {
    private static final int MAX_READ = 100_000;

    /** Returns the newest events of a query. */
    List<HistoryEntry> newest(HistoryQuery query) {
        return newest(query, past -> true);
    }

    /** Returns the newest events of one resource, and of none whose name only begins so. */
    List<HistoryEntry> ofResource(String resource, HistoryQuery query) {
        return newest(
                new HistoryQuery(resource, query.owner(), query.limit()),
                past -> past.event().resource().equals(resource));
    }

    /** Returns the newest events of an owner, named by the id that the caller sees. */
    List<HistoryEntry> ofHolder(String holder, HistoryQuery query) {
        Predicate<HistoryEntry> its =
                past -> veil.id(past.event().hold().owner()).equals(holder);
        String own = Identity.ownerId(veil.caller(), holder);
        List<HistoryEntry> found = newest(new HistoryQuery(query.prefix(), own, query.limit()), its);
        return found.isEmpty() && !own.equals(holder)
                ? newest(new HistoryQuery(query.prefix(), holder, query.limit()), its)
                : found;
    }

    /** The limit does not count events that the caller may not see: missing ones would reveal them. */
    private List<HistoryEntry> newest(HistoryQuery query, Predicate<HistoryEntry> matching) {
        for (int asked = query.limit(); ; asked = Math.min(MAX_READ, asked * 4)) {
            List<HistoryEntry> all = locks.admin().history(new HistoryQuery(query.prefix(), query.owner(), asked));
            List<HistoryEntry> visible =
                    after.rest(all.stream().filter(this::sees).filter(matching).toList());
            if (visible.size() >= query.limit() || all.size() < asked || asked >= MAX_READ) {
                return visible.stream().limit(query.limit()).toList();
            }
        }
    }

    /** Returns whether the caller may see an event. Its time reveals as much as its owner: not those of hidden holds. */
    private boolean sees(HistoryEntry past) {
        String resource = past.event().resource();
        return veil.sees(resource) && veil.privacy(resource, past.event().hold().owner()) == Privacy.OPEN;
    }
}

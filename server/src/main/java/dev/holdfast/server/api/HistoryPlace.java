package dev.holdfast.server.api;

import dev.holdfast.HistoryEntry;
import dev.holdfast.server.http.Problem;
import java.util.List;

/**
 * The place in the history at which a page ends, as text for the next request. New events do not move it.
 *
 * @param version of the change whose event was listed last
 * @param listed how many events of that change were listed, up to there
 */
record HistoryPlace(long version, int listed) {
    /** Before the newest event. */
    static final HistoryPlace NEWEST = new HistoryPlace(Long.MAX_VALUE, 0);

    /** Reads a text. Throws a {@link Problem} for one that no answer had. */
    static HistoryPlace parse(String text) {
        if (text.isEmpty()) {
            return NEWEST;
        }
        String[] parts = text.split("\\.", -1);
        try {
            HistoryPlace place = parts.length == 2
                    ? new HistoryPlace(Long.parseLong(parts[0]), Integer.parseInt(parts[1]))
                    : new HistoryPlace(-1, 0);
            if (place.version >= 0 && place.listed >= 0) {
                return place;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw Problem.invalid("'after' must be the 'next' of an earlier answer.");
    }

    /** Returns the place after some events that were listed from here. */
    HistoryPlace after(List<HistoryEntry> page) {
        long last = page.get(page.size() - 1).version();
        int same = (int) page.stream().filter(past -> past.version() == last).count();
        return new HistoryPlace(last, last == version ? listed + same : same);
    }

    /** Returns the events that follow, of events that are ordered from the newest on. */
    List<HistoryEntry> rest(List<HistoryEntry> all) {
        long skipped = all.stream().filter(past -> past.version() > version).count();
        long same = all.stream().filter(past -> past.version() == version).count();
        return all.stream().skip(skipped + Math.min(same, listed)).toList();
    }

    @Override
    public String toString() {
        return version + "." + listed;
    }
}

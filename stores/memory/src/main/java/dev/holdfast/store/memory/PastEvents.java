package dev.holdfast.store.memory;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The newest events of all stripes. A stripe adds them in blocks, so that changes of different stripes rarely meet here.
 * Thread-safe.
 */
final class PastEvents {
    private final int shown;
    private final int most;
    private final int mostBytes;
    private final Deque<EventBlock> blocks = new ArrayDeque<>();
    private int events;
    private long bytes;

    /**
     * @param shown how many events it shows
     * @param most how many it keeps: more, since a stripe that changes rarely may add a block of old ones
     * @param mostBytes how many bytes they may take
     */
    PastEvents(int shown, int most, int mostBytes) {
        this.shown = shown;
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /** Adds a block, which must not change any more. Forgets the oldest blocks if there is too much. */
    synchronized void add(EventBlock block) {
        blocks.addLast(block);
        events += block.size();
        bytes += block.bytes();
        EventBlock oldest = blocks.getFirst();
        while (blocks.size() > 1 && (events - oldest.size() >= most || bytes > mostBytes)) {
            blocks.removeFirst();
            events -= oldest.size();
            bytes -= oldest.bytes();
            oldest = blocks.getFirst();
        }
    }

    /**
     * Returns the newest events that match, newest first.
     *
     * @param recent the blocks that are not added yet; no thread may change them meanwhile
     */
    synchronized List<HistoryEntry> newest(HistoryQuery query, List<EventBlock> recent) {
        List<EventBlock.Event> matching = new ArrayList<>();
        blocks.forEach(block -> addMatching(query, block, matching));
        recent.forEach(block -> addMatching(query, block, matching));
        matching.sort(EventBlock.Event.OLDEST_FIRST);
        List<HistoryEntry> newest = new ArrayList<>();
        int limit = Math.min(query.limit(), shown);
        for (int i = matching.size() - 1; i >= 0 && newest.size() < limit; i--) {
            newest.add(matching.get(i).entry().stamped());
        }
        return newest;
    }

    private static void addMatching(HistoryQuery query, EventBlock block, List<EventBlock.Event> matching) {
        for (EventBlock.Event event : block.events()) {
            if (query.matches(event.entry())) {
                matching.add(event);
            }
        }
    }
}

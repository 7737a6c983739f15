package dev.holdfast.server.webhooks;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads the events of the history that it has not returned yet. A change may become visible after one with a later number, so
 * each look also covers some events that are known, and every now and then many of them. Used by one thread.
 */
final class HistoryTail {
    private static final int FIRST = 64;
    /** A look that finds fewer known events looks further back. */
    private static final int OVERLAP = 16;

    private static final int DEEP = 1_000;
    private static final int MAX = 10_000;
    private static final int MAX_SEEN = 4 * MAX;

    private final LockManager locks;
    private final Map<String, Boolean> seen = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_SEEN;
        }
    };

    /** How far the next look goes back: a busy time goes on. */
    private int first = FIRST;

    private final AtomicLong gaps = new AtomicLong();

    HistoryTail(LockManager locks) {
        this.locks = locks;
    }

    /**
     * Takes note of the present history, and returns what it has of the time since then, as far as it reaches: in the order of each
     * resource, with some earlier events. None of that is new. Blocks.
     */
    List<KeyedEvent> begin(Instant since) {
        List<KeyedEvent> past = peek(since);
        past.forEach(one -> seen.put(one.id(), true));
        return past;
    }

    /** Returns the same, and takes no note of it. May be called by any thread. Blocks. */
    List<KeyedEvent> peek(Instant since) {
        for (int asked = DEEP; ; asked = Math.min(MAX, asked * 4)) {
            List<KeyedEvent> page = page(asked);
            boolean all = page.size() < asked || asked == MAX;
            if (all || page.stream().anyMatch(event -> event.past().at().isBefore(since))) {
                return inOrder(page);
            }
        }
    }

    /** Oldest first; the numbers of one resource grow. */
    private static List<KeyedEvent> inOrder(List<KeyedEvent> newestFirst) {
        List<KeyedEvent> all = new ArrayList<>(newestFirst);
        Collections.reverse(all);
        all.sort(Comparator.comparingLong(event -> event.past().version()));
        return all;
    }

    /**
     * Returns new events in the order of each resource. Blocks.
     *
     * @param deep whether to look for events that became visible late
     */
    List<KeyedEvent> fresh(boolean deep) {
        boolean known = !seen.isEmpty();
        for (int asked = deep ? Math.max(DEEP, first) : first; ; asked = Math.min(MAX, asked * 4)) {
            List<KeyedEvent> page = page(asked);
            List<KeyedEvent> fresh = new ArrayList<>();
            page.stream().filter(event -> !seen.containsKey(event.id())).forEach(fresh::add);
            boolean all = page.size() < asked || asked == MAX;
            if (all || page.size() - fresh.size() >= OVERLAP) {
                gaps.addAndGet(known && !page.isEmpty() && fresh.size() == page.size() ? 1 : 0);
                first = Math.min(MAX, FIRST + 2 * fresh.size());
                fresh.forEach(event -> seen.put(event.id(), true));
                return inOrder(fresh);
            }
        }
    }

    private List<KeyedEvent> page(int limit) {
        return KeyedEvent.of(locks.admin().history(new HistoryQuery("", null, limit)));
    }

    /** Returns how often the history had forgotten events before they were read. */
    long gaps() {
        return gaps.get();
    }
}

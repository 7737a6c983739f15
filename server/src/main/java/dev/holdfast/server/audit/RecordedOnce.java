package dev.holdfast.server.audit;

import java.util.LinkedHashMap;
import java.util.Map;

/** What was recorded already and is recorded once only. Forgets the oldest when there is much. Thread-safe. */
final class RecordedOnce {
    private static final int MAX_REMEMBERED = 10_000;

    private final Map<String, Boolean> all = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    /** Returns whether it is the first time. */
    synchronized boolean first(String about) {
        return all.put(about, true) == null;
    }

    synchronized void forget(String about) {
        all.remove(about);
    }
}

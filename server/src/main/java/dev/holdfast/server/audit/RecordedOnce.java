package dev.holdfast.server.audit;

import dev.holdfast.internal.base.RecentMap;
import java.util.Map;

/** The subjects that were recorded already and are recorded only once. Forgets the oldest when there are many. Thread-safe. */
final class RecordedOnce {
    private static final int MAX_REMEMBERED = 10_000;

    private final Map<String, Boolean> all = new RecentMap<>(MAX_REMEMBERED);

    /** Returns whether it is the first time. */
    synchronized boolean first(String about) {
        return all.put(about, true) == null;
    }

    synchronized void forget(String about) {
        all.remove(about);
    }
}

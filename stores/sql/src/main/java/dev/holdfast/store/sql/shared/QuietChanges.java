package dev.holdfast.store.sql.shared;

import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The {@linkplain Group#quiet quiet} changes that a feed has found and not shown yet. They are shown once a second, or with
 * another change of the same record. Used by one thread.
 */
final class QuietChanges {
    private static final Duration EVERY = Duration.ofSeconds(1);

    /** By the text that names them: it is the same for all changes of one record, and need be read only once. */
    private final Map<String, Set<Key>> keysByText = new HashMap<>();

    private long shown = System.nanoTime();

    /**
     * Adds a commit, and returns the keys that it names.
     *
     * @param commit the text of it, at least up to its events
     * @throws dev.holdfast.UnreadableRecordException if it cannot be read
     */
    Set<Key> add(String commit) {
        int end = commit.indexOf(CommitText.EVENTS);
        String changed = end < 0 ? commit : commit.substring(0, end);
        Set<Key> known = keysByText.get(changed);
        if (known != null) {
            return known;
        }
        Set<Key> keys = new LinkedHashSet<>();
        CommitText.decode(changed + "}]").forEach(group -> keys.addAll(group.changed()));
        keysByText.put(changed, keys);
        return keys;
    }

    /** Returns what to show now: these keys of other changes, and the others if it is time. */
    Set<Key> with(Set<Key> keys) {
        keysByText.values().removeIf(keys::containsAll);
        if (nanosLeft() > 0) {
            return keys;
        }
        Set<Key> all = new LinkedHashSet<>(keys);
        keysByText.values().forEach(all::addAll);
        clear();
        return all;
    }

    /** Forgets all, since all records are shown. */
    void clear() {
        keysByText.clear();
        shown = System.nanoTime();
    }

    /** Returns the time until it shows all. */
    long nanosLeft() {
        return EVERY.toNanos() - (System.nanoTime() - shown);
    }
}

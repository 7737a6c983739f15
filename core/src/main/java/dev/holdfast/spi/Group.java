package dev.holdfast.spi;

import dev.holdfast.LockEvent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Changes that apply together or not at all, and their events. No key occurs twice.
 *
 * @param events go into the history with the changes where the store can do that, else right after
 * @param quiet whether the changes concern no one that waits elsewhere. A store need not notify its subscribers then: a feed
 *     may find out about a second later. All that counts for other changes counts for these, too
 */
public record Group(List<Change> changes, List<LockEvent> events, boolean quiet) {
    public Group {
        changes = List.copyOf(changes);
        events = List.copyOf(events);
        if (changes.isEmpty()) {
            throw new IllegalArgumentException("A group needs at least one change.");
        }
        if (changes.size() > 1) {
            requireDistinct(changes);
        }
    }

    /** A group of changes that are news for all who wait. */
    public Group(List<Change> changes, List<LockEvent> events) {
        this(changes, events, false);
    }

    /** Returns a group of changes without events. */
    public static Group of(Change... changes) {
        return new Group(Arrays.asList(changes), List.of());
    }

    private static void requireDistinct(List<Change> changes) {
        if (changes.size() == 2) {
            if (changes.get(0).key().equals(changes.get(1).key())) {
                throw twice(changes.get(0).key());
            }
            return;
        }
        Set<Key> keys = new HashSet<>();
        for (Change change : changes) {
            if (!keys.add(change.key())) {
                throw twice(change.key());
            }
        }
    }

    private static IllegalArgumentException twice(Key key) {
        return new IllegalArgumentException("The key " + key + " occurs twice in one group.");
    }
}

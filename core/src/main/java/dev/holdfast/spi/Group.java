package dev.holdfast.spi;

import dev.holdfast.HoldId;
import dev.holdfast.LockEvent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Changes that apply together or not at all, and their events. No key occurs twice.
 *
 * @param events go into the history with the changes where the store can do that, else right after
 * @param audience the subscribers to notify as soon as possible: of a hand-over, only its receiver. A store need not notify
 *     the others, and may notify more
 */
public record Group(List<Change> changes, List<LockEvent> events, Audience audience) {
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
        this(changes, events, Audience.EVERYONE);
    }

    /** Returns a group of changes without events. */
    public static Group of(Change... changes) {
        return new Group(Arrays.asList(changes), List.of());
    }

    /** Returns whether no subscriber need be notified of the changes soon. */
    public boolean quiet() {
        return audience.isEmpty();
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

    /**
     * The subscribers that have to be told of a change as soon as possible. All others may be told about a second later.
     *
     * @param everyone whether all subscribers are meant
     * @param claim the claim of the only waiter that is meant, or null
     */
    public record Audience(boolean everyone, @Nullable HoldId claim) {
        /** The audience of a change that any subscriber may wait for. */
        public static final Audience EVERYONE = new Audience(true, null);
        /** The audience of a change that no subscriber waits for. */
        public static final Audience NO_ONE = new Audience(false, null);

        /** Returns the audience of a hand-over to a waiter of another program. */
        public static Audience of(HoldId claim) {
            return new Audience(false, claim);
        }

        /** Returns whether no subscriber is meant. */
        public boolean isEmpty() {
            return !everyone && claim == null;
        }

        /** Returns whether subscribers are meant for whom these claims wait. */
        public boolean includes(Predicate<HoldId> waiting) {
            return everyone || (claim != null && waiting.test(claim));
        }
    }
}

package dev.holdfast.store.file.sidecar;

import dev.holdfast.Hold;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The view of the locks for programs that do not know the sidecar, where they also leave their own. Every method is called
 * under the guard, so by one thread of one process at a time; only programs that do not know the guard interfere.
 *
 * <p>A tag stands for what is shown for one resource. It stays the same while no program changes that, and becomes another one
 * with every hold that is shown and every change by others. It is known before the change is made.
 */
public interface View {

    /** Refuses a name that cannot be shown, with an {@link IllegalArgumentException} that says why. */
    void requireName(String resource);

    /** Returns the tag of what is shown for the resource, or null if it is free. */
    @Nullable
    String look(String resource) throws IOException;

    /** Returns another program's entry, or null if it is gone by now. Never fails because of the entry's content. */
    @Nullable
    Shown read(String resource) throws IOException;

    /** Returns all entries that count for the resource, for formats that can show several holds. */
    default List<Shown> readAll(String resource) throws IOException {
        Shown one = read(resource);
        return one == null ? List.of() : List.of(one);
    }

    /** Returns whether an entry that was changed by another program still stands for that hold of ours. */
    default boolean standsFor(Shown entry, Hold hold) {
        return false;
    }

    /** Tells the view where to look up the holds on record, by resource, should it have to show all again. Under the guard. */
    default void attach(Supplier<Map<String, List<Hold>>> holds) {}

    /** Returns warnings in sentences for people; each is returned once. */
    default List<String> warnings() {
        return List.of();
    }

    /** Returns the resources that something is shown for, as far as that can be seen from outside. */
    Collection<String> names() throws IOException;

    /** Returns a text that changes when something shown may have come or gone; cheap, called several times a second. */
    String signature() throws IOException;

    /**
     * Gets ready to show another hold, nothing or the first hold of a resource; null if what is shown may stay.
     *
     * @throws IOException if it cannot be done; then nothing was
     */
    @Nullable
    Step plan(Transition transition) throws IOException;

    /**
     * Finishes what a crashed process began to show where nothing was shown, and returns whether the hold is shown now. The
     * process had the guard from before it began, so by now it has ended or given up.
     *
     * @param tag of what it would have shown
     * @param begun a time before which it had not begun, by the file system's clock
     */
    default boolean finish(String resource, Hold hold, String tag, Instant begun) throws IOException {
        return false;
    }

    /**
     * Finishes what a crashed process began to take away, and returns whether nothing is shown now. The process had the guard from
     * before it began.
     *
     * @param tag of what it would have taken away
     */
    default boolean finishRemoval(String resource, String tag) throws IOException {
        return false;
    }

    /** Returns whether a change must be flushed before it is acknowledged. */
    boolean durable();

    /** Flushes the names that the last steps made or removed. Called only if the view is durable. */
    void flush() throws IOException;

    /**
     * Returns whether every step finds out by itself that what is shown is not what was planned for, and then takes itself
     * back. If so, no look precedes it.
     */
    default boolean stepsVerify() {
        return false;
    }

    /** Returns whether two names that differ only in case would be shown as one. */
    boolean ignoresCase();

    /** Removes what crashed processes left unfinished. */
    void tidy() throws IOException;

    /** Lets go of files that are kept ready. */
    void close();

    /**
     * A change to make.
     *
     * @param before the first hold on record, or null
     * @param tag of what is shown now, or null if that is nothing
     * @param after the hold to show, with its fence and times, or null
     * @param all the holds to show, for formats that can show several; the first is {@code after}
     */
    record Transition(
            String resource,
            @Nullable Hold before,
            @Nullable String tag,
            @Nullable Hold after,
            List<Hold> all) {

        /** Returns whether the same hold stays the first. */
        public boolean isSame() {
            if (before == null || after == null) {
                return before == null && after == null;
            }
            return before.fence() == after.fence();
        }
    }
}

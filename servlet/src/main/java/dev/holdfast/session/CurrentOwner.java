package dev.holdfast.session;

import dev.holdfast.rules.Owner;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who acts in this thread: in a request its HTTP session and user, also in work that a request hands to the application's task
 * executor; elsewhere whoever {@link #as} says. Static, so that code which gets nothing handed can ask too.
 */
public final class CurrentOwner {
    private static final ThreadLocal<@Nullable OwnerSource> CURRENT = new ThreadLocal<>();

    private CurrentOwner() {}

    /** Whoever acts, if anybody does. Does not begin a session. */
    public static Optional<Owner> get() {
        OwnerSource source = CURRENT.get();
        return source == null ? Optional.empty() : Optional.ofNullable(source.known());
    }

    /** Works for somebody who is no HTTP session, such as a job, which then holds what is taken meanwhile. */
    public static void as(Owner owner, Runnable work) {
        as(OwnerSource.of(owner), work);
    }

    /** For another thread: a task that acts for whoever acts here now. */
    public static Runnable carried(Runnable task) {
        OwnerSource source = captured();
        return () -> as(source, task);
    }

    private static void as(@Nullable OwnerSource source, Runnable work) {
        OwnerSource before = CURRENT.get();
        set(source);
        try {
            work.run();
        } finally {
            set(before);
        }
    }

    /** Whoever acts here, for another thread: see {@link OwnerSource#elsewhere}. */
    public static @Nullable OwnerSource captured() {
        OwnerSource source = CURRENT.get();
        return source == null ? null : source.elsewhere();
    }

    /** How whoever acts here is known; null if nobody does. */
    public static @Nullable OwnerSource source() {
        return CURRENT.get();
    }

    /** The source, or a sentence for the developer. */
    static OwnerSource required() {
        OwnerSource source = CURRENT.get();
        if (source == null) {
            throw new IllegalStateException(
                    "Nobody acts here: this thread works for no HTTP request. Name an owner by CurrentOwner.as(owner, work), or"
                            + " hand the work on by CurrentOwner.carried(task).");
        }
        return source;
    }

    /** For filters and what carries owners to other threads; whoever sets one takes it away again. */
    public static void set(@Nullable OwnerSource source) {
        if (source == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(source);
        }
    }
}

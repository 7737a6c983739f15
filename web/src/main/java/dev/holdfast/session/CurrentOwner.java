package dev.holdfast.session;

import dev.holdfast.Owner;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The owner that acts in this thread: in a request its HTTP session and user, also in tasks that a request passes to the
 * application's task executor; elsewhere the owner that {@link #runAs} sets. Static, so that code without injected objects can use
 * it.
 */
public final class CurrentOwner {
    private static final ThreadLocal<@Nullable OwnerSource> CURRENT = new ThreadLocal<>();

    private CurrentOwner() {}

    /** Returns the current owner, if there is one. Does not create a session. */
    public static Optional<Owner> get() {
        OwnerSource source = CURRENT.get();
        return source == null ? Optional.empty() : Optional.ofNullable(source.known());
    }

    /**
     * Runs work for an owner that is not an HTTP session, such as a job. It owns the locks that the work acquires, and enters
     * them again within the work.
     *
     * @param owner one of its own for each run, from {@link dev.holdfast.LockManager#newOwner}: two runs with the same id do not exclude each
     *     other
     */
    public static void runAs(Owner owner, Runnable work) {
        runAs(OwnerSource.of(owner), work);
    }

    /** Returns the task for another thread, where it acts for the current owner of this thread. */
    public static Runnable carried(Runnable task) {
        OwnerSource source = captured();
        return () -> runAs(source, task);
    }

    private static void runAs(@Nullable OwnerSource source, Runnable work) {
        OwnerSource before = CURRENT.get();
        set(source);
        try {
            work.run();
        } finally {
            set(before);
        }
    }

    /** Returns the current owner for use in another thread: see {@link OwnerSource#elsewhere}. */
    public static @Nullable OwnerSource captured() {
        OwnerSource source = CURRENT.get();
        return source == null ? null : source.elsewhere();
    }

    /** Returns the source of the current owner; null if there is none. */
    public static @Nullable OwnerSource source() {
        return CURRENT.get();
    }

    /** Returns the source, or throws with a sentence for the developer. */
    static OwnerSource required() {
        OwnerSource source = CURRENT.get();
        if (source == null) {
            throw new IllegalStateException(
                    "There is no current owner: this thread does not work for an HTTP request. Set an owner with"
                            + " CurrentOwner.runAs(owner, work), or pass the work on with CurrentOwner.carried(task).");
        }
        return source;
    }

    /** Sets the owner, for filters and context propagation. The caller must restore the earlier one. */
    public static void set(@Nullable OwnerSource source) {
        if (source == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(source);
        }
    }
}

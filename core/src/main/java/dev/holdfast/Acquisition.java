package dev.holdfast;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The answer to a request for locks: a handle, or why not. */
public final class Acquisition {
    private final @Nullable LockHandle handle;
    private final List<Refusal> refusals;

    private Acquisition(@Nullable LockHandle handle, List<Refusal> refusals) {
        this.handle = handle;
        this.refusals = refusals;
    }

    /** Returns an acquisition that was granted. */
    public static Acquisition of(LockHandle handle) {
        return new Acquisition(handle, List.of());
    }

    /** Returns an acquisition that was refused. */
    public static Acquisition refused(List<Refusal> refusals) {
        return new Acquisition(null, List.copyOf(refusals));
    }

    /** Returns whether all resources were granted. */
    public boolean granted() {
        return handle != null;
    }

    /** Returns the handle, which is empty if the request was refused. */
    public Optional<LockHandle> handle() {
        return Optional.ofNullable(handle);
    }

    /** Returns the refusals, one for each resource that was in the way. The list is empty if the request was granted. */
    public List<Refusal> refusals() {
        return refusals;
    }

    /**
     * Returns the handle.
     *
     * @throws LockUnavailableException if the request was refused
     */
    public LockHandle orThrow() {
        if (handle == null) {
            throw new LockUnavailableException(refusals);
        }
        return handle;
    }
}

package dev.holdfast.session;

import org.jspecify.annotations.Nullable;

/** Thrown if another user has changed a member of the aggregate since it was loaded. Nothing was changed. The message says who. */
public final class StaleVersionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long id;
    private final transient @Nullable VersionRow now;

    StaleVersionException(long id, long seen, @Nullable VersionRow now) {
        super(
                now == null
                        ? "The version " + id + " does not exist any more: the data was deleted. Nothing was changed."
                        : "The loaded data is out of date: its version " + id + " was " + seen + " and is "
                                + now.value()
                                + (now.modifiedBy() == null ? "" : ", changed by " + now.modifiedBy()) + " at "
                                + now.modified()
                                + ". Nothing was changed. Load it again.");
        this.id = id;
        this.now = now;
    }

    /** Returns the version row as it is now; null if it was deleted. */
    @Nullable
    VersionRow now() {
        return now;
    }

    /** Returns the id of the version row. */
    public long id() {
        return id;
    }
}

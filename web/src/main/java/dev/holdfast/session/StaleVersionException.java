package dev.holdfast.session;

import org.jspecify.annotations.Nullable;

/** Thrown if another user has changed a member of the aggregate since it was loaded. Nothing was changed. The message says who. */
public final class StaleVersionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long id;

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
    }

    /** Returns the id of the version row. */
    public long id() {
        return id;
    }
}

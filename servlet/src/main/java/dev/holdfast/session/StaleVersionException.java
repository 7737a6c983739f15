package dev.holdfast.session;

import org.jspecify.annotations.Nullable;

/** Somebody has changed a member of the aggregate since it was loaded. Nothing was changed; the message says by whom. */
public final class StaleVersionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long id;

    StaleVersionException(long id, long seen, @Nullable VersionRow now) {
        super(
                now == null
                        ? "The version " + id
                                + " is not there any more: what was loaded is deleted. Nothing was changed."
                        : "What was loaded is out of date: its version " + id + " was " + seen + " and is "
                                + now.value()
                                + (now.modifiedBy() == null ? "" : ", changed by " + now.modifiedBy()) + " at "
                                + now.modified()
                                + ". Nothing was changed: load it again.");
        this.id = id;
    }

    /** Of the version row. */
    public long id() {
        return id;
    }
}

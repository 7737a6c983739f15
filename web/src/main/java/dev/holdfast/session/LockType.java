package dev.holdfast.session;

import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import java.util.Locale;

/** The lock types of the literature on offline locks, based on the two modes of a hold. */
public enum LockType {
    /** Only editors lock. Others may read data that may be out of date soon. The default. */
    EXCLUSIVE_WRITE(Mode.EXCLUSIVE),
    /** Readers lock too, exclusively. */
    EXCLUSIVE_READ(Mode.EXCLUSIVE),
    /** Many readers at a time, and no writer. */
    READ(Mode.SHARED),
    /** One writer, and no readers. */
    WRITE(Mode.EXCLUSIVE);

    private final Mode mode;

    LockType(Mode mode) {
        this.mode = mode;
    }

    /** Returns the mode of such a lock. */
    public Mode mode() {
        return mode;
    }

    /** Returns a request for a lock of this type, which {@code app_lock} then shows. */
    public LockRequest request(String resource) {
        return LockRequest.of(resource).mode(mode).type(label());
    }

    /** Returns the type of a lock for editing, where readers take locks of this type. */
    LockType editing() {
        return this == READ ? WRITE : this;
    }

    /** Returns the label in tables, such as {@code exclusive_write}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

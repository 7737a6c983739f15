package dev.holdfast.spi;

import dev.holdfast.internal.base.Stamp;
import org.jspecify.annotations.Nullable;

/**
 * One step of a group: write, delete or merely check a record, if its version is still the expected one.
 *
 * @param expected the version last seen, or {@link #ABSENT}
 * @param next the new body of a write; null for a deletion or a check
 */
public record Change(
        Type type, Key key, long expected, @Nullable Body next) {
    /** The expected version of a record that is not there. */
    public static final long ABSENT = Stamp.VERSION;

    public Change {
        if ((type == Type.PUT) != (next != null)) {
            throw new IllegalArgumentException("A write of " + key + " needs a body, and only a write has one.");
        }
    }

    /** The kinds of changes. */
    public enum Type {
        /** Writes the body. */
        PUT,
        /** Removes the record. */
        DELETE,
        /** Compares the version alone. */
        CHECK
    }

    /** Returns a write. */
    public static Change put(Key key, long expected, Body next) {
        return new Change(Type.PUT, key, expected, next);
    }

    /** Returns a deletion. Deleting a record that is expected to be absent is a check. */
    public static Change delete(Key key, long expected) {
        return new Change(expected == ABSENT ? Type.CHECK : Type.DELETE, key, expected, null);
    }

    /** Returns a check that a record still has the expected version. It changes nothing. */
    public static Change check(Key key, long expected) {
        return new Change(Type.CHECK, key, expected, null);
    }
}

package dev.holdfast.spi;

import java.time.Instant;

/**
 * One record as a store has it.
 *
 * @param version of the change that last wrote it; the versions of a key only ever grow, also across deletion
 * @param stamp the store's time of that change
 * @param body with that version and time in place of all placeholders
 */
public record Entry(Key key, long version, Instant stamp, Body body) {

    /** Returns an entry with the version and time of the change that wrote it. */
    public static Entry written(Key key, long version, Instant stamp, Body body) {
        return new Entry(key, version, stamp, body.stamped(version, stamp));
    }
}

package dev.holdfast.internal.base;

import java.time.Instant;

/**
 * Placeholders for the values that only the store can give. The rules write them into the next state; a reader of the record
 * puts the version and the time of that write in their place.
 */
public final class Stamp {
    /** Stands for the store's time of the write that carries it. */
    public static final Instant TIME = Instant.MIN;
    /** Stands for the version of the write that carries it; also the expected version of an absent record. */
    public static final long VERSION = 0;

    private Stamp() {}

    public static Instant time(Instant recorded, Instant stamp) {
        return recorded.equals(TIME) ? Moments.bounded(stamp) : recorded;
    }

    public static long version(long recorded, long version) {
        return recorded == VERSION ? version : recorded;
    }
}

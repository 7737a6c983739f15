package dev.holdfast.spi;

import java.time.Instant;

/** The result of one group. */
public sealed interface Result {

    /**
     * Applied, and durable as far as the store promises.
     *
     * @param version the version of every record the group wrote
     * @param stamp the store's time of the change
     */
    record Applied(long version, Instant stamp) implements Result {}

    /** Not applied: an expected version no longer holds. Brings the current records of all keys of the group. */
    record Conflict(Reading current) implements Result {}

    /** Not applied: another call is in the middle of changing one of the records. Worth another try in a moment. */
    record Busy() implements Result {}
}

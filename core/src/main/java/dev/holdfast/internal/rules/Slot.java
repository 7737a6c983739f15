package dev.holdfast.internal.rules;

import dev.holdfast.HoldId;
import dev.holdfast.spi.Body;
import java.time.Instant;

/**
 * The hold that fills a limit spanning resources, such as one per scene and user. It counts only while that hold lives, so a
 * slot that a crash left behind blocks no claim.
 */
public record Slot(String resource, HoldId hold) implements Body {
    @Override
    public Slot stamped(long version, Instant stamp) {
        return this;
    }
}

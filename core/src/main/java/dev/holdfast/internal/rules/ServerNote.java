package dev.holdfast.internal.rules;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.spi.Body;
import java.time.Instant;

/** A note of a server to itself and to others on its store, such as how far a webhook has come. Every user of the store can read it. */
public record ServerNote(String text) implements Body {
    public ServerNote {
        if (text.length() > Bounds.RECORD) {
            throw new IllegalArgumentException("The note of a server is longer than a record may be.");
        }
    }

    @Override
    public ServerNote stamped(long version, Instant stamp) {
        return this;
    }
}

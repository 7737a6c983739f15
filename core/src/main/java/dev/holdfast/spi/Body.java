package dev.holdfast.spi;

import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The content that a store keeps under one key, with the facts by which it can be looked up. */
public interface Body {

    /** Returns this body with the version and time of the write that carries it. */
    Body stamped(long version, Instant stamp);

    /** Returns the ids of the owners that it names. */
    default Set<String> owners() {
        return Set.of();
    }

    /** Returns the users that it names. */
    default Set<String> users() {
        return Set.of();
    }

    /** Returns when a sweep should look at it next. */
    default Due due() {
        return Due.NEVER;
    }

    /**
     * A moment that may depend on a write not yet stamped: the earlier of a fixed one and one counted from the stamp. A store
     * adds the second to its own clock.
     */
    record Due(@Nullable Instant fixed, @Nullable Duration afterStamp) {
        /** A moment that never comes. */
        public static final Due NEVER = new Due(null, null);

        /** Returns the moment for a record that was written at that time, or null if there is none. */
        public @Nullable Instant at(Instant stamp) {
            return Moments.earlier(fixed, Moments.end(stamp, afterStamp));
        }

        /** Returns the moment at which a limit is over that begins at that time. Without a limit it never comes. */
        public static Due at(Instant from, @Nullable Duration limit) {
            if (limit == null) {
                return NEVER;
            }
            return from.equals(Stamp.TIME) ? new Due(null, limit) : new Due(Moments.end(from, limit), null);
        }

        /** Returns the earlier of both. */
        public Due or(Due other) {
            if (other.isNever()) {
                return this;
            }
            if (isNever()) {
                return other;
            }
            return new Due(Moments.earlier(fixed, other.fixed), shorter(afterStamp, other.afterStamp));
        }

        private boolean isNever() {
            return fixed == null && afterStamp == null;
        }

        private static @Nullable Duration shorter(@Nullable Duration a, @Nullable Duration b) {
            if (a == null) {
                return b;
            }
            return b == null || a.compareTo(b) < 0 ? a : b;
        }
    }
}

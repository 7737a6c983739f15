package dev.holdfast;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.base.Text;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request to one holder.
 *
 * @param id of the hold that the asker gets
 * @param asker without its processes
 * @param holder who is asked, without its processes
 * @param fence of the hold that it is about
 * @param message to the holder, or empty
 * @param told when the holder's program showed it; null if that is not known
 * @param until when the holder hands over at the latest, or null
 * @param reply what the holder said to it, or empty
 * @param ended when it ended, or null
 */
public record HandOverRequest(
        String resource,
        HoldId id,
        Owner asker,
        Owner holder,
        long fence,
        String message,
        RequestState state,
        Instant asked,
        @Nullable Instant told,
        @Nullable Instant until,
        String reply,
        @Nullable Instant ended) {
    public HandOverRequest {
        message = Text.shown(message);
        reply = Text.shown(reply);
        asked = Moments.boundedOrStamp(asked);
    }

    /** Returns it without anything about the holder, for askers who may not know it. */
    public HandOverRequest anonymous() {
        return new HandOverRequest(
                resource, id, asker, Owner.UNKNOWN, 0, message, state, asked, null, until, reply, ended);
    }

    /** Returns it with the version and time of the write that carries it, in place of all placeholders. */
    public HandOverRequest stamped(long version, Instant stamp) {
        return new HandOverRequest(
                resource,
                id,
                asker,
                holder,
                Stamp.version(fence, version),
                message,
                state,
                Stamp.time(asked, stamp),
                told == null ? null : Stamp.time(told, stamp),
                until,
                reply,
                ended == null ? null : Stamp.time(ended, stamp));
    }

    /** The progress of a request. */
    public enum RequestState {
        /** There is no answer yet. */
        OPEN,
        /** The holder hands over at a later time, or before. */
        PROMISED,
        /** The holder did not want to. */
        DECLINED,
        /** The holder handed over. */
        HANDED,
        /** The asker asks no more. */
        WITHDRAWN,
        /** The hold ended in another way, or the request was too old. */
        LAPSED;

        /** Returns whether nothing more happens to it. */
        public boolean ended() {
            return this != OPEN && this != PROMISED;
        }
    }

    /** An answer of a holder. */
    public static final class Reply {
        /** The shortest time for which a hand-over can be promised. */
        public static final Duration MIN_PROMISE = Duration.ofSeconds(10);

        private final RequestState state;
        private final Duration within;
        private final String text;

        private Reply(RequestState state, Duration within, String text) {
            this.state = state;
            this.within = within;
            this.text = Bounds.text("An answer", text, Bounds.REASON);
        }

        /** Returns the answer that hands over now. */
        public static Reply now() {
            return new Reply(RequestState.HANDED, Duration.ZERO, "");
        }

        /**
         * Returns the answer that promises to hand over within that time. The hold ends then, whatever its lease says. If its
         * present lease lasts longer already, it ends with that.
         */
        public static Reply promise(Duration time) {
            if (time.compareTo(MIN_PROMISE) < 0 || time.compareTo(Bounds.TTL) > 0) {
                throw new IllegalArgumentException("A hand-over can be promised within " + MIN_PROMISE.toSeconds()
                        + " seconds to " + Bounds.TTL.toDays() + " days: choose a time in that range.");
            }
            return new Reply(RequestState.PROMISED, time, "");
        }

        /** Returns the answer that declines, with a reason that may be empty. */
        public static Reply no(String why) {
            return new Reply(RequestState.DECLINED, Duration.ZERO, why);
        }

        /** Returns a copy with some words for the asker. */
        public Reply saying(String words) {
            return new Reply(state, within, words);
        }

        /** Returns the state that it brings a request to. */
        public RequestState state() {
            return state;
        }

        /** Returns the time until the hand-over. */
        public Duration within() {
            return within;
        }

        /** Returns the words for the asker, which may be empty. */
        public String text() {
            return text;
        }
    }

    /** Why a request to a holder was not made. */
    public enum NotAsked {
        /** Nothing is in the way of acquiring. */
        FREE,
        /** Another shared holder has already asked the others to leave. */
        UPGRADING,
        /** The asker holds the resource. */
        OWN,
        /** The policy does not allow requests. */
        OFF,
        /** The holders do not want to be asked. */
        MUTED,
        /** The same user has an open request for the resource. */
        OPEN_ALREADY,
        /** The same user has asked too often within an hour. */
        TOO_OFTEN,
        /** There are too many open requests for the resource. */
        TOO_MANY,
        /** The owner was ended. */
        OWNER_ENDED
    }
}

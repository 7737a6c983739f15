package dev.holdfast;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.base.Text;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A user's unfinished text for one resource. It outlives every release of the lock except the one that submits it, and ends by
 * itself when no text has come for {@link Bounds#DRAFT_LIFE}.
 *
 * @param user the author, or empty where users do not sign in
 * @param late the last text whose revision was not newer, from another tab or over a slow connection. It never replaces the
 *     text and is never thrown away; or null
 */
public record Draft(
        String resource,
        String user,
        long revision,
        String content,
        Instant saved,
        @Nullable Late late) {

    /** A text that came too late to count. */
    public record Late(long revision, String content, Instant saved) {
        public Late {
            saved = Moments.boundedOrStamp(saved);
        }
    }

    public Draft {
        saved = Moments.boundedOrStamp(saved);
    }

    /** Makes a draft without a late text. */
    public Draft(String resource, String user, long revision, String content, Instant saved) {
        this(resource, user, revision, content, saved, null);
    }

    /** Returns it with the time of the write that carries it, in place of all placeholders. */
    public Draft stamped(Instant stamp) {
        Late stamped = late == null ? null : new Late(late.revision, late.content, Stamp.time(late.saved, stamp));
        return new Draft(resource, user, revision, content, Stamp.time(saved, stamp), stamped);
    }

    /**
     * Unfinished text as its author sends it.
     *
     * @param author the user whose text it is, or empty where users do not sign in
     * @param revision counts up with every change the author makes
     */
    public record Edit(String author, long revision, String content) {
        /** More does not fit into a record of every store. */
        public static final int MAX_BYTES = 1 << 16;

        public Edit {
            Bounds.text("The author of a draft", author, Bounds.PERSON);
            if (revision < 0) {
                throw new IllegalArgumentException(
                        "The revision of a draft counts up from 0, not from " + revision + ".");
            }
            if (isTooLong(content)) {
                throw new IllegalArgumentException("A draft has at most " + MAX_BYTES + " bytes in UTF-8: keep longer"
                        + " texts elsewhere, and their address here.");
            }
        }

        /** Returns whether a text has more bytes in UTF-8 than a draft may have. */
        public static boolean isTooLong(String content) {
            return content.length() > MAX_BYTES || Text.utf8Length(content) > MAX_BYTES;
        }
    }
}

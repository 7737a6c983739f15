package dev.holdfast.rules;

import java.time.Instant;
import java.util.Set;
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
        @Nullable Late late) implements Body {

    /** A text that came too late to count. */
    public record Late(long revision, String content, Instant saved) {
        public Late {
            saved = Moments.boundedOrStamp(saved);
        }
    }

    public Draft {
        saved = Moments.boundedOrStamp(saved);
    }

    public Draft(String resource, String user, long revision, String content, Instant saved) {
        this(resource, user, revision, content, saved, null);
    }

    /** Returns the draft with a new text. Returns the very same draft if nothing is new, so that repeating it is harmless. */
    public static Draft with(@Nullable Draft before, String resource, DraftText text) {
        if (before == null || text.revision() > before.revision) {
            return new Draft(
                    resource,
                    text.author(),
                    text.revision(),
                    text.content(),
                    Stamp.TIME,
                    before == null ? null : before.late);
        }
        Late late = before.late;
        if (text.content().equals(before.content)
                || (late != null && late.revision == text.revision() && late.content.equals(text.content()))) {
            return before;
        }
        return new Draft(
                resource,
                before.user,
                before.revision,
                before.content,
                before.saved,
                new Late(text.revision(), text.content(), Stamp.TIME));
    }

    @Override
    public Draft stamped(long version, Instant stamp) {
        Late stamped = late == null ? null : new Late(late.revision, late.content, Stamp.time(late.saved, stamp));
        return new Draft(resource, user, revision, content, Stamp.time(saved, stamp), stamped);
    }

    /** Returns when the draft ends by itself, a while after its last text came. */
    @Override
    public Due due() {
        return Due.at(late == null ? saved : late.saved, Bounds.DRAFT_LIFE);
    }

    @Override
    public Set<String> users() {
        return user.isEmpty() ? Set.of() : Set.of(user);
    }
}

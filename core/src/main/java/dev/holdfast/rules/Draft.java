package dev.holdfast.rules;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A user's unfinished text for one resource. It outlives every release of the lock but the one that submits it, and ends by
 * itself when no text has come for {@link Bounds#DRAFT_LIFE}.
 *
 * @param user whose it is, or empty where nobody signs in
 * @param late what came last with a revision that was not newer, from another tab or by a slow connection: never put in place
 *     of the text, never thrown away; or null
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

    /** The draft once that text has come. The very same if nothing is new about it, so that repeating it is harmless. */
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

    /** A draft ends by itself, a while after its text came last. */
    @Override
    public Due due() {
        return Due.at(late == null ? saved : late.saved, Bounds.DRAFT_LIFE);
    }

    @Override
    public Set<String> users() {
        return user.isEmpty() ? Set.of() : Set.of(user);
    }
}

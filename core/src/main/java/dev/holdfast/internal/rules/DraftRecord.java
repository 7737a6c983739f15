package dev.holdfast.internal.rules;

import dev.holdfast.Draft;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.spi.Body;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The record of a draft. */
public record DraftRecord(Draft draft) implements Body {

    /** Returns the record with a new text. Returns the very same record if nothing is new, so that repeating it is harmless. */
    public static DraftRecord with(@Nullable DraftRecord kept, String resource, Draft.Edit text) {
        if (kept == null) {
            return new DraftRecord(new Draft(resource, text.author(), text.revision(), text.content(), Stamp.TIME));
        }
        Draft before = kept.draft;
        Draft.Late late = before.late();
        if (text.revision() > before.revision()) {
            return new DraftRecord(
                    new Draft(resource, text.author(), text.revision(), text.content(), Stamp.TIME, late));
        }
        if (text.content().equals(before.content())
                || (late != null
                        && late.revision() == text.revision()
                        && late.content().equals(text.content()))) {
            return kept;
        }
        return new DraftRecord(new Draft(
                resource,
                before.user(),
                before.revision(),
                before.content(),
                before.saved(),
                new Draft.Late(text.revision(), text.content(), Stamp.TIME)));
    }

    @Override
    public DraftRecord stamped(long version, Instant stamp) {
        return new DraftRecord(draft.stamped(stamp));
    }

    /** Returns when the draft ends by itself, a while after its last text came. */
    @Override
    public Due due() {
        Draft.Late late = draft.late();
        return Due.at(late == null ? draft.saved() : late.saved(), Bounds.DRAFT_LIFE);
    }

    @Override
    public Set<String> users() {
        return draft.user().isEmpty() ? Set.of() : Set.of(draft.user());
    }
}

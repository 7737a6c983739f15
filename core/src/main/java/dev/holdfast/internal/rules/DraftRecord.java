package dev.holdfast.internal.rules;

import dev.holdfast.Draft;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.spi.Body;
import java.time.Instant;
import java.util.Set;

/** The record of a draft. */
public record DraftRecord(Draft draft) implements Body {

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

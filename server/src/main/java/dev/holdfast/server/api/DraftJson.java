package dev.holdfast.server.api;

import dev.holdfast.Draft;
import dev.holdfast.internal.views.JsonAnswer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Drafts as JSON. */
final class DraftJson {
    private DraftJson() {}

    /** Returns a draft with its text. */
    static Map<String, @Nullable Object> draft(Draft draft) {
        Draft.Late late = draft.late();
        return new JsonAnswer()
                .with("resource", draft.resource())
                .with("author", draft.user())
                .with("revision", draft.revision())
                .with("content", draft.content())
                .with("saved", draft.saved().toString())
                .with("late", late == null ? null : late(late))
                .tree();
    }

    private static Map<String, @Nullable Object> late(Draft.Late late) {
        return new JsonAnswer()
                .with("revision", late.revision())
                .with("content", late.content())
                .with("saved", late.saved().toString())
                .tree();
    }

    /** Returns a draft without its text, for a client that already has the text. */
    static Map<String, @Nullable Object> receipt(Draft draft) {
        Draft.Late late = draft.late();
        return new JsonAnswer()
                .with("revision", draft.revision())
                .with("saved", draft.saved().toString())
                .with("lateRevision", late == null ? null : late.revision())
                .tree();
    }
}

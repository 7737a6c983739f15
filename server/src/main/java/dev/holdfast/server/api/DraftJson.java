package dev.holdfast.server.api;

import dev.holdfast.json.JsonAnswer;
import dev.holdfast.rules.Draft;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Drafts for programs. */
final class DraftJson {
    private DraftJson() {}

    /** All of it. */
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

    /** What is kept, for one who has the text already. */
    static Map<String, @Nullable Object> receipt(Draft draft) {
        Draft.Late late = draft.late();
        return new JsonAnswer()
                .with("revision", draft.revision())
                .with("saved", draft.saved().toString())
                .with("lateRevision", late == null ? null : late.revision())
                .tree();
    }
}

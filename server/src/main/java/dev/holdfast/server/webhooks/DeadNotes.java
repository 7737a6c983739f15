package dev.holdfast.server.webhooks;

import dev.holdfast.internal.views.JsonAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of a position as text: their ids, and why they failed. Many fail for one reason, so each reason is written
 * once. Earlier versions read and write the ids alone.
 */
final class DeadNotes {
    /** Further reasons are not kept, those of the oldest letters first. */
    static final int MAX_REASONS = 20;

    private static final String IDS = "dead";
    private static final String REASONS = "why";
    /** For each letter how many tries there were, and the place of its reason; -1 for none. */
    private static final String FAILURES = "failures";

    private DeadNotes() {}

    static JsonAnswer write(List<DeadNote> dead, JsonAnswer to) {
        List<String> reasons = new ArrayList<>();
        for (int i = dead.size() - 1; i >= 0 && reasons.size() < MAX_REASONS; i--) {
            if (!dead.get(i).why().isEmpty() && !reasons.contains(dead.get(i).why())) {
                reasons.add(dead.get(i).why());
            }
        }
        return to.with(IDS, dead.stream().map(DeadNote::id).toList())
                .with(REASONS, reasons)
                .with(
                        FAILURES,
                        dead.stream()
                                .map(one -> List.of(one.tries(), reasons.indexOf(one.why())))
                                .toList());
    }

    /** Returns null if there is no list of them. */
    static @Nullable List<DeadNote> read(Map<String, @Nullable Object> members) {
        if (!(members.get(IDS) instanceof List<?> ids)) {
            return null;
        }
        List<?> reasons = list(members.get(REASONS));
        List<?> failures = list(members.get(FAILURES));
        List<DeadNote> all = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            List<?> failure = failures.size() == ids.size() ? list(failures.get(i)) : List.of();
            int tries = number(failure, 0);
            int reason = number(failure, 1);
            boolean known = reason >= 0 && reason < reasons.size();
            all.add(new DeadNote(
                    String.valueOf(ids.get(i)), Math.max(0, tries), known ? String.valueOf(reasons.get(reason)) : ""));
        }
        return all;
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static int number(List<?> list, int place) {
        return place < list.size() && list.get(place) instanceof Long number && number == number.intValue()
                ? number.intValue()
                : -1;
    }
}

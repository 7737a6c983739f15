package dev.holdfast.protocol.terraform;

import dev.holdfast.HoldId;
import dev.holdfast.internal.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The facts about locks that are kept with the head of a state.
 *
 * @param last the last lock; null if there was none, or it was unlocked, or the state was written without one since
 * @param ended locks that were unlocked, the latest at the end
 */
record StateNote(@Nullable LastLock last, List<String> ended) {
    /** A repeated LOCK arrives within minutes, so few are enough. */
    private static final int MAX_ENDED = 32;

    StateNote {
        ended = List.copyOf(ended);
    }

    static StateNote of(String text) {
        if (text.isEmpty()) {
            return new StateNote(null, List.of());
        }
        Map<String, @Nullable Object> members = Json.readObject(text);
        return new StateNote(
                LastLock.of(members),
                members.get("ended") instanceof List<?> ended
                        ? ended.stream().map(Objects::toString).toList()
                        : List.of());
    }

    StateNote last(@Nullable LastLock now) {
        return new StateNote(now, ended);
    }

    /** Returns the note that remembers the end of a lock. */
    StateNote ended(HoldId lock) {
        if (hasEnded(lock)) {
            return this;
        }
        List<String> all = new ArrayList<>(ended);
        all.add(lock.toString());
        return new StateNote(last, all.subList(Math.max(0, all.size() - MAX_ENDED), all.size()));
    }

    /** Returns whether a lock was unlocked, so that no late repetition of its LOCK may acquire. */
    boolean hasEnded(HoldId lock) {
        return ended.contains(lock.toString());
    }

    String text() {
        if (last == null && ended.isEmpty()) {
            return "";
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        if (last != null) {
            members.putAll(last.tree());
        }
        members.put("ended", ended);
        return Json.write(members);
    }
}

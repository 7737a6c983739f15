package dev.holdfast.server.webhooks;

import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import dev.holdfast.internal.views.JsonAnswer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The place of a hook in the history, as it is kept in the store: a server that starts again goes on from there.
 *
 * @param from everything before was delivered or given up
 * @param last the id of the newest event that was read; empty for none
 * @param waiting how many events since then waited
 * @param done ids of events since then that were delivered or given up
 * @param dead the dead letters, oldest first
 * @param ends the hook was told before the end of each hold that ends before then; null if it is told of none
 * @param announced ids of holds that end later, of which it was told
 */
record Position(
        Instant from,
        String last,
        int waiting,
        List<String> done,
        List<DeadNote> dead,
        @Nullable Instant ends,
        List<String> announced) {
    Position {
        done = List.copyOf(done);
        dead = List.copyOf(dead);
        announced = List.copyOf(announced);
    }

    /** Returns a copy with the holds of which the hook was told before their end. */
    Position ends(@Nullable Instant newEnds, List<String> newAnnounced) {
        return new Position(from, last, waiting, done, dead, newEnds, newAnnounced);
    }

    String text() {
        JsonAnswer text = new JsonAnswer()
                .with("from", Instants.write(from))
                .with("last", last)
                .with("waiting", waiting)
                .with("done", done)
                .with("ends", ends == null ? null : Instants.write(ends))
                .with("announced", announced);
        return Json.write(DeadNotes.write(dead, text).tree());
    }

    /** Reads a position. Returns null if it is none: the store may be damaged, or another version has written it. */
    static @Nullable Position of(String text) {
        try {
            Map<String, @Nullable Object> members = Json.readObject(text);
            List<DeadNote> dead = DeadNotes.read(members);
            if (dead != null
                    && members.get("waiting") instanceof Long waiting
                    && members.get("done") instanceof List<?> done) {
                return new Position(
                        Instant.parse(String.valueOf(members.get("from"))),
                        String.valueOf(members.get("last")),
                        Math.toIntExact(waiting),
                        texts(done),
                        dead,
                        members.get("ends") instanceof String ends ? Instant.parse(ends) : null,
                        members.get("announced") instanceof List<?> announced ? texts(announced) : List.of());
            }
        } catch (JsonException | DateTimeException | ArithmeticException e) {
            // as any other text that is no position
        }
        return null;
    }

    private static List<String> texts(List<?> list) {
        return list.stream().map(String::valueOf).toList();
    }

    /** Returns whether events that the hook was not sent may be missing in what the history still has. */
    boolean hasGap(List<KeyedEvent> past) {
        boolean gone =
                waiting > 0 && past.stream().allMatch(event -> event.past().at().isAfter(from));
        return !past.isEmpty()
                && (gone
                        || (!last.isEmpty()
                                && past.stream().noneMatch(event -> event.id().equals(last))));
    }
}

package dev.holdfast.store.sql.sqlite;

import dev.holdfast.store.Change;
import dev.holdfast.store.Codec;
import dev.holdfast.store.Group;
import dev.holdfast.store.Json;
import dev.holdfast.store.JsonException;
import dev.holdfast.store.JsonText;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.PastEvent;
import dev.holdfast.store.UnreadableRecordException;
import dev.holdfast.store.sql.shared.Micros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one commit did, as the text that a row of {@code change} keeps of it: a JSON list with an object for each group, which
 * names the records that were written or deleted and tells the events. One row for many groups is several times cheaper to
 * write than a row for each. The n-th group from the end has the n-th last version up to that of the row.
 */
record SqliteCommit(long version, Instant stamp, List<Done> groups) {

    /**
     * One group of it.
     *
     * @param events as JSON trees: whoever only asks what changed need not understand them
     */
    record Done(List<Key> changed, List<Object> events) {}

    /** The part of the text that tells of this group. */
    static String encode(Group group) {
        return JsonText.of(group, SqliteCommit::write);
    }

    private static void write(Group group, JsonText to) {
        List<Change> written = group.changes().stream()
                .filter(change -> change.type() != Change.Type.CHECK)
                .toList();
        to.putAllUnlessEmpty("changed", written, SqliteCommit::write);
        to.putAllUnlessEmpty("events", group.events(), Codec::write);
    }

    private static void write(Change change, JsonText to) {
        to.put("kind", change.key().kind().name());
        to.put("name", change.key().name());
    }

    /**
     * The commit in that text.
     *
     * @throws UnreadableRecordException if it is not the text of one
     */
    static SqliteCommit decode(long version, long stamp, String text) {
        try {
            List<Done> groups = new ArrayList<>();
            for (Object group : list(Json.read(text))) {
                groups.add(done((Map<?, ?>) group));
            }
            return new SqliteCommit(version, Micros.instant(stamp), groups);
        } catch (JsonException | ClassCastException | IllegalArgumentException e) {
            throw new UnreadableRecordException("The text does not tell of a commit: " + e.getMessage(), e);
        }
    }

    private static Done done(Map<?, ?> group) {
        List<Key> changed = new ArrayList<>();
        for (Object element : list(group.get("changed"))) {
            Map<?, ?> key = (Map<?, ?>) element;
            changed.add(new Key(Kind.valueOf(String.valueOf(key.get("kind"))), String.valueOf(key.get("name"))));
        }
        return new Done(changed, list(group.get("events")));
    }

    @SuppressWarnings("unchecked") // the reader makes lists of no other type
    private static List<Object> list(@Nullable Object value) {
        return value == null ? List.of() : (List<Object>) value;
    }

    /**
     * Its events, newest first, with the version and time of their changes.
     *
     * @throws UnreadableRecordException if one of them cannot be read
     */
    List<PastEvent> events() {
        List<PastEvent> newest = new ArrayList<>();
        for (int back = 0; back < groups.size(); back++) {
            List<Object> events = groups.get(groups.size() - 1 - back).events();
            for (int i = events.size() - 1; i >= 0; i--) {
                newest.add(new PastEvent(version - back, stamp, Codec.event(events.get(i))).stamped());
            }
        }
        return newest;
    }
}

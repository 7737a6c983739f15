package dev.holdfast.store.sql.shared;

import dev.holdfast.HoldId;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import dev.holdfast.internal.json.JsonText;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One commit as the text that the list of changes keeps of it: a JSON list with an object for each group, which names the
 * records that were written or deleted and has the events. One row for many groups is several times cheaper to write than a row
 * for each. The text of a single group that is not for {@linkplain Group#audience everyone} begins with {@value #QUIET}, so that a
 * statement can tell; the waiter that is meant, if any, comes next.
 */
public final class CommitText {
    /** How the text begins that tells of a single quiet group. */
    public static final String QUIET = "[{\"quiet\":true,";

    private static final String MEANT = "\"for\":\"";
    private static final int ID = 32;
    /** Comes between the records of a quiet group and its events, and nowhere before: within a name, quotes are escaped. */
    public static final String EVENTS = ",\"events\":";

    private CommitText() {}

    /**
     * One group of it.
     *
     * @param events as JSON trees: a reader that only wants the changes need not understand them
     */
    public record Done(List<Key> changed, List<Object> events) {}

    /** Returns the part of the text for this group. */
    public static String encode(Group group) {
        return JsonText.of(group, CommitText::write);
    }

    /** Returns the text of a commit of this group alone. */
    public static String encodeAlone(Group group) {
        return '[' + (group.audience().everyone() ? encode(group) : JsonText.of(group, CommitText::writeQuiet)) + ']';
    }

    private static void write(Group group, JsonText to) {
        to.putAllUnlessEmpty("changed", written(group), CommitText::write);
        to.putAllUnlessEmpty("events", group.events(), Codec::write);
    }

    private static void writeQuiet(Group group, JsonText to) {
        to.put("quiet", true);
        HoldId claim = group.audience().claim();
        if (claim != null) {
            to.put("for", claim.toString());
        }
        to.putAll("changed", written(group), CommitText::write);
        to.putAll("events", group.events(), Codec::write);
    }

    /** Returns the audience of a commit. */
    static Audience audience(String text) {
        if (!text.startsWith(QUIET)) {
            return Audience.EVERYONE;
        }
        int id = QUIET.length() + MEANT.length();
        return text.startsWith(MEANT, QUIET.length())
                ? Audience.of(HoldId.parse(text.substring(id, id + ID)))
                : Audience.NO_ONE;
    }

    private static List<Change> written(Group group) {
        return group.changes().stream()
                .filter(change -> change.type() != Change.Type.CHECK)
                .toList();
    }

    private static void write(Change change, JsonText to) {
        to.put("kind", change.key().kind().stored());
        to.put("name", change.key().name());
    }

    /**
     * Returns the groups in that text.
     *
     * @throws UnreadableRecordException if it is not the text of a commit
     */
    public static List<Done> decode(String text) {
        try {
            List<Done> groups = new ArrayList<>();
            for (Object group : list(Json.read(text))) {
                groups.add(done((Map<?, ?>) group));
            }
            return groups;
        } catch (JsonException | ClassCastException | IllegalArgumentException e) {
            throw new UnreadableRecordException("The text does not tell of a commit: " + e.getMessage(), e);
        }
    }

    private static Done done(Map<?, ?> group) {
        List<Key> changed = new ArrayList<>();
        for (Object element : list(group.get("changed"))) {
            Map<?, ?> key = (Map<?, ?>) element;
            changed.add(new Key(Kind.ofStored(String.valueOf(key.get("kind"))), String.valueOf(key.get("name"))));
        }
        return new Done(changed, list(group.get("events")));
    }

    @SuppressWarnings("unchecked") // the reader makes lists of no other type
    private static List<Object> list(@Nullable Object value) {
        return value == null ? List.of() : (List<Object>) value;
    }
}

package dev.holdfast.store;

import dev.holdfast.rules.Body;
import dev.holdfast.rules.Draft;
import dev.holdfast.rules.Ending;
import dev.holdfast.rules.LockState;
import dev.holdfast.rules.Notice;
import dev.holdfast.rules.OwnerEnded;
import dev.holdfast.rules.Pace;
import dev.holdfast.rules.Slot;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bodies and events as JSON text, the same in every store that keeps text. Placeholders survive: the store keeps version and
 * time beside the text, and {@link Entry#written} puts them in.
 */
public final class Codec {
    private Codec() {}

    public static String encode(Body body) {
        return Json.write(tree(body));
    }

    /**
     * The body in that text, placeholders and all.
     *
     * @throws UnreadableRecordException if it is not the text of a body of that kind
     */
    public static Body decode(Kind kind, String text) {
        return body(kind, Fields.of(read(text)));
    }

    public static String encode(Event event) {
        return Json.write(tree(event));
    }

    public static Event decodeEvent(String text) {
        return event(Fields.of(read(text)));
    }

    private static @Nullable Object read(String text) {
        try {
            return Json.read(text);
        } catch (JsonException e) {
            throw new UnreadableRecordException("The text is not JSON: " + e.getMessage(), e);
        }
    }

    /** The tree behind {@link #encode(Body)}, for stores that put it into a larger text. */
    public static Map<String, @Nullable Object> tree(Body body) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        if (body instanceof LockState state) {
            tree.put("holds", state.holds().stream().map(Parts::hold).toList());
            if (!state.queue().isEmpty()) {
                tree.put("queue", state.queue().stream().map(Parts::ticket).toList());
            }
            if (state.marked() != null) {
                tree.put("marked", Parts.time(state.marked()));
            }
        } else if (body instanceof Slot slot) {
            tree.put("resource", slot.resource());
            tree.put("hold", slot.hold().toString());
        } else if (body instanceof Pace pace) {
            tree.put("user", pace.user());
            tree.put("last", Parts.time(pace.last()));
            tree.put("window", pace.window().toString());
        } else if (body instanceof OwnerEnded ended) {
            tree.put("owner", ended.owner());
            tree.put("at", Parts.time(ended.at()));
        } else if (body instanceof Ending ending) {
            tree.put("resource", ending.resource());
            tree.put("kind", ending.kind().name());
            tree.put("owner", Parts.owner(ending.owner()));
            tree.put("fence", ending.fence());
            tree.put("actor", ending.actor());
            tree.put("reason", ending.reason());
            tree.put("at", Parts.time(ending.at()));
        } else if (body instanceof Draft draft) {
            tree.put("resource", draft.resource());
            tree.put("user", draft.user());
            tree.put("revision", draft.revision());
            tree.put("content", draft.content());
            tree.put("saved", Parts.time(draft.saved()));
        }
        return tree;
    }

    /** The body in a tree that {@link Json#read} made. */
    public static Body body(Kind kind, Object tree) {
        return body(kind, Fields.of(tree));
    }

    private static Body body(Kind kind, Fields fields) {
        try {
            return allowed(kind, fields);
        } catch (IllegalArgumentException e) {
            // What the values themselves refuse: an empty owner, a lease of no time.
            throw new UnreadableRecordException("The record is impossible: " + e.getMessage(), e);
        }
    }

    private static Body allowed(Kind kind, Fields fields) {
        return switch (kind) {
            case LOCK ->
                new LockState(
                        fields.list("holds", Parts::hold),
                        fields.list("queue", Parts::ticket),
                        fields.timeOrNull("marked"));
            case SLOT -> new Slot(fields.text("resource"), fields.id("hold"));
            case PACE -> new Pace(fields.text("user"), fields.time("last"), fields.duration("window"));
            case OWNER_ENDED -> new OwnerEnded(fields.text("owner"), fields.time("at"));
            case ENDING ->
                new Ending(
                        fields.text("resource"),
                        fields.choice("kind", Notice.Kind.class),
                        Parts.owner(fields.object("owner")),
                        fields.number("fence"),
                        fields.text("actor"),
                        fields.text("reason"),
                        fields.time("at"));
            case DRAFT ->
                new Draft(
                        fields.text("resource"),
                        fields.text("user"),
                        fields.number("revision"),
                        fields.text("content"),
                        fields.time("saved"));
        };
    }

    public static Map<String, @Nullable Object> tree(Event event) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("resource", event.resource());
        tree.put("kind", event.notice().kind().name());
        tree.put("hold", Parts.hold(event.notice().hold()));
        tree.put("actor", event.notice().actor());
        tree.put("reason", event.notice().reason());
        return tree;
    }

    /** The event in a tree that {@link Json#read} made. */
    public static Event event(Object tree) {
        return event(Fields.of(tree));
    }

    private static Event event(Fields fields) {
        try {
            return allowed(fields);
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecordException("The event is impossible: " + e.getMessage(), e);
        }
    }

    private static Event allowed(Fields fields) {
        return new Event(
                fields.text("resource"),
                new Notice(
                        fields.choice("kind", Notice.Kind.class),
                        Parts.hold(fields.object("hold")),
                        fields.text("actor"),
                        fields.text("reason")));
    }
}

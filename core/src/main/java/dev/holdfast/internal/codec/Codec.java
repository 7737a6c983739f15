package dev.holdfast.internal.codec;

import dev.holdfast.Draft;
import dev.holdfast.LockEvent;
import dev.holdfast.Loss.Ending;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import dev.holdfast.internal.json.JsonText;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.internal.rules.Cooldown;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.internal.rules.EndedHold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.internal.rules.RequestLog;
import dev.holdfast.internal.rules.ServerNote;
import dev.holdfast.internal.rules.Slot;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Bodies and events as JSON text, the same in every store that keeps text. Placeholders survive: the store keeps version and
 * time beside the text, and {@link Entry#written} puts them in.
 */
public final class Codec {
    private Codec() {}

    public static String encode(Body body) {
        return JsonText.of(body, Codec::write);
    }

    /**
     * Returns the body in a text, with its placeholders.
     *
     * @throws UnreadableRecordException if it is not the text of a body of that kind
     */
    public static Body decode(Kind kind, String text) {
        return body(kind, Fields.of(read(text)));
    }

    public static String encode(LockEvent event) {
        return JsonText.of(event, Codec::write);
    }

    public static LockEvent decodeEvent(String text) {
        return event(Fields.of(read(text)));
    }

    private static @Nullable Object read(String text) {
        try {
            return Json.read(text);
        } catch (JsonException e) {
            throw new UnreadableRecordException("The text is not JSON: " + e.getMessage(), e);
        }
    }

    /** Puts what {@link #encode(Body)} gives into a larger text. */
    public static void write(Body body, JsonText to) {
        if (body instanceof LockState state) {
            to.putAll("holds", state.holds(), Parts::hold);
            to.putAllUnlessEmpty("queue", state.queue(), Parts::ticket);
            if (state.marked() != null) {
                to.put("marked", Parts.time(state.marked()));
            }
            if (state.turn() != null) {
                to.put("turn", state.turn(), Parts::turn);
            }
            RequestParts.open(state.requests(), to);
        } else if (body instanceof Slot slot) {
            to.put("resource", slot.resource());
            to.put("hold", slot.hold().toString());
        } else if (body instanceof Cooldown cooldown) {
            to.put("user", cooldown.user());
            to.put("last", Parts.time(cooldown.last()));
            to.put("window", cooldown.window().toString());
        } else if (body instanceof OwnerEnded owner) {
            to.put("owner", owner.owner());
            to.put("at", Parts.time(owner.at()));
        } else if (body instanceof EndedHold ended) {
            Ending ending = ended.ending();
            to.put("resource", ending.resource());
            to.put("kind", ending.kind().name());
            to.put("owner", ending.owner(), Parts::owner);
            to.put("fence", ending.fence());
            to.put("actor", ending.actor());
            to.put("reason", ending.reason());
            to.put("at", Parts.time(ending.at()));
        } else if (body instanceof DraftRecord kept) {
            Draft draft = kept.draft();
            to.put("resource", draft.resource());
            to.put("user", draft.user());
            to.put("revision", draft.revision());
            to.put("content", draft.content());
            to.put("saved", Parts.time(draft.saved()));
            if (draft.late() != null) {
                to.put("late", draft.late(), Parts::late);
            }
        } else if (body instanceof RequestLog log) {
            to.putUnlessEmpty("user", log.user());
            to.putAll("requests", log.requests(), RequestParts::logged);
            RequestParts.times("times", log.times(), to);
        } else if (body instanceof AccessToken token) {
            Parts.accessToken(token, to);
        } else if (body instanceof ServerNote note) {
            to.put("text", note.text());
        }
    }

    public static void write(LockEvent event, JsonText to) {
        to.put("resource", event.resource());
        to.put("kind", event.kind().name());
        to.put("hold", event.hold(), Parts::hold);
        to.putUnlessEmpty("actor", event.actor());
        to.putUnlessEmpty("reason", event.reason());
    }

    /** Returns the body in a tree that {@link Json#read} made. */
    public static Body body(Kind kind, Object tree) {
        return body(kind, Fields.of(tree));
    }

    private static Body body(Kind kind, Fields fields) {
        try {
            return allowed(kind, fields);
        } catch (IllegalArgumentException e) {
            // The values themselves refuse an empty owner or a lease of no time.
            throw new UnreadableRecordException("The record is impossible: " + e.getMessage(), e);
        }
    }

    private static Body allowed(Kind kind, Fields fields) {
        return switch (kind) {
            case LOCK ->
                new LockState(
                        fields.list("holds", Parts::hold),
                        fields.list("queue", Parts::ticket),
                        fields.timeOrNull("marked"),
                        Parts.turn(fields),
                        RequestParts.open(fields));
            case SLOT -> new Slot(fields.text("resource"), fields.id("hold"));
            case COOLDOWN -> new Cooldown(fields.text("user"), fields.time("last"), fields.duration("window"));
            case OWNER_ENDED -> new OwnerEnded(fields.text("owner"), fields.time("at"));
            case ENDING ->
                new EndedHold(new Ending(
                        fields.text("resource"),
                        fields.choice("kind", LockEvent.EventKind.class),
                        Parts.owner(fields.object("owner")),
                        fields.number("fence"),
                        fields.text("actor"),
                        fields.text("reason"),
                        fields.time("at")));
            case DRAFT ->
                new DraftRecord(new Draft(
                        fields.text("resource"),
                        fields.text("user"),
                        fields.number("revision"),
                        fields.text("content"),
                        fields.time("saved"),
                        Parts.late(fields)));
            case TOKEN -> Parts.accessToken(fields);
            case REQUEST -> RequestParts.log(fields);
            case SERVER -> new ServerNote(fields.text("text"));
        };
    }

    /** Returns the event in a tree that {@link Json#read} made. */
    public static LockEvent event(Object tree) {
        return event(Fields.of(tree));
    }

    private static LockEvent event(Fields fields) {
        try {
            return allowed(fields);
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecordException("The event is impossible: " + e.getMessage(), e);
        }
    }

    private static LockEvent allowed(Fields fields) {
        return new LockEvent(
                fields.text("resource"),
                fields.choice("kind", LockEvent.EventKind.class),
                Parts.hold(fields.object("hold")),
                fields.textOrEmpty("actor"),
                fields.textOrEmpty("reason"));
    }
}

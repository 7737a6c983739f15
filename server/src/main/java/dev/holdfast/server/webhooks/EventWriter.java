package dev.holdfast.server.webhooks;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockEvent;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.LockManager;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.storage.EndingHolds.EndingHold;
import dev.holdfast.internal.views.HookEvents;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.server.access.RightsMapper;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.identity.Veil;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes events for one hook, with what its rights let it know. */
final class EventWriter {
    private final HookOptions options;
    private final Veil veil;

    EventWriter(LockManager locks, HookOptions options) {
        this.options = options;
        this.veil =
                new Veil(locks, new Caller("", "webhook " + options.name(), RightsMapper.ofWords(options.rights())));
    }

    /** Returns the event as the hook is sent it; null if it does not want it, or may not know the resource. */
    @Nullable
    Delivery write(KeyedEvent event) {
        HistoryEntry past = event.past();
        String resource = past.event().resource();
        if (!options.wants(past.event().kind(), resource) || !veil.sees(resource)) {
            return null;
        }
        String kind = LockJson.label(past.event().kind());
        return new Delivery(event.id(), resource, kind, past.at(), body(kind, past));
    }

    /** Returns whether the hook wants to be told before the end of a hold, and may know the resource. */
    boolean wantsEndOf(String resource) {
        return options.endsSoon() != null && options.wants(resource) && veil.sees(resource);
    }

    /** Returns what the hook is sent about a hold that ends soon: the same as at its end, with another kind. */
    Delivery write(String id, EndingHold ending, Instant now) {
        LockEvent end = new LockEvent(ending.resource(), EventKind.EXPIRED, ending.hold(), "", "");
        String body = body(HookEvents.ENDS_SOON, new HistoryEntry(ending.version(), now, end));
        return new Delivery(id, ending.resource(), HookEvents.ENDS_SOON, now, body, 0, null, ending.end());
    }

    private String body(String kind, HistoryEntry past) {
        return Json.write(new JsonAnswer()
                .with("type", "lock." + kind)
                .with("timestamp", Instants.write(past.at()))
                .with("data", data(kind, past))
                .tree());
    }

    /** A reason may name a person, and a version can be a time in disguise. */
    private Map<String, @Nullable Object> data(String kind, HistoryEntry past) {
        boolean open = veil.privacy(past.event().resource()) == Privacy.OPEN;
        Map<String, @Nullable Object> data = new LinkedHashMap<>(veil.past(past));
        data.put("kind", kind);
        data.put("version", open ? past.version() : null);
        if (!open) {
            data.put("reason", "");
            data.put("actor", "");
        }
        return data;
    }
}

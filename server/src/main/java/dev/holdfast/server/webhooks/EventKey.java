package dev.holdfast.server.webhooks;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockEvent;
import dev.holdfast.internal.base.Sha256;
import dev.holdfast.internal.storage.EndingHolds.EndingHold;
import dev.holdfast.internal.views.HookEvents;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The id of an event, the same on every server of a store. It reveals nothing of the event. */
final class EventKey {
    private static final int BYTES = 16;

    private EventKey() {}

    /** @param before how many later events of the same change are the same */
    static String of(HistoryEntry past, int before) {
        LockEvent event = past.event();
        String all = String.join(
                "\n",
                Long.toString(past.version()),
                event.kind().name(),
                event.resource(),
                event.hold().id().toString(),
                event.actor());
        return hash(before == 0 ? all : all + "\n" + before);
    }

    /** Returns the id for a hold that ends soon: another one if it is renewed, since its end is another then. */
    static String of(EndingHold ending) {
        return hash(String.join(
                "\n",
                HookEvents.ENDS_SOON,
                ending.resource(),
                Long.toString(ending.hold().fence()),
                ending.end().toString(),
                ending.hold().id().toString()));
    }

    private static String hash(String all) {
        byte[] hash = Sha256.of(all.getBytes(StandardCharsets.UTF_8));
        return "evt_" + HexFormat.of().formatHex(hash, 0, BYTES);
    }
}

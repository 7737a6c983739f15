package dev.holdfast.store.file.sidecar;

import dev.holdfast.LockEvent;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import dev.holdfast.internal.storage.Log;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of a change for the history. They stay text until a caller asks: most users of a store never do. */
final class Events {
    static final Events NONE = new Events(List.of(), "");

    private final String text;
    private @Nullable List<LockEvent> all;

    private Events(@Nullable List<LockEvent> all, String text) {
        this.all = all;
        this.text = text;
    }

    static Events of(List<LockEvent> all) {
        return all.isEmpty() ? NONE : new Events(List.copyOf(all), "");
    }

    /** Returns the events in a text that is a JSON array of at least one. */
    static Events written(String text) {
        return new Events(null, text);
    }

    boolean isEmpty() {
        return this == NONE;
    }

    /** Returns the events; none if they are written in a way that this version does not know. */
    List<LockEvent> all() {
        if (all == null) {
            all = read();
        }
        return all;
    }

    private List<LockEvent> read() {
        try {
            List<LockEvent> read = new ArrayList<>();
            if (Json.read(text) instanceof List<?> trees) {
                for (Object tree : trees) {
                    read.add(Codec.event(tree));
                }
            }
            return read;
        } catch (JsonException | UnreadableRecordException | DateTimeException e) {
            Log.warningOnce(
                    Feed.LOGGER, "Events of the history were skipped, since they cannot be read: " + e.getMessage());
            return List.of();
        }
    }
}

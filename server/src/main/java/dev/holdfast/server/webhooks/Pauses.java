package dev.holdfast.server.webhooks;

import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.ServerNotes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hooks that administrators have paused, in one note of the store for all servers. Every method may block.
 *
 * @param notes null if another server has the store: then pauses are lost with this one
 */
record Pauses(@Nullable ServerNotes notes) {
    private static final String NOTE = "webhooks-paused";
    private static final String PAUSED = "paused";

    /** Returns the notes of the hooks that are paused; null if that cannot be known. */
    @Nullable
    List<String> list() {
        if (notes == null) {
            return null;
        }
        try {
            return paused(members(notes.find(NOTE).orElse(null)));
        } catch (JsonException e) {
            Log.warningOnce(Webhooks.LOGGER, "Which webhooks are paused cannot be read by this version.");
            return null;
        }
    }

    void put(Hook hook, boolean paused) {
        if (notes != null) {
            notes.change(NOTE, text -> changed(text, hook.note(), paused));
        }
    }

    private static @Nullable String changed(@Nullable String text, String hook, boolean paused) {
        Map<String, @Nullable Object> members = readable(text);
        List<String> all = new ArrayList<>(paused(members));
        all.remove(hook);
        if (paused) {
            all.add(hook);
        }
        members.put(PAUSED, all);
        return all.isEmpty() && members.size() == 1 ? null : Json.write(members);
    }

    /** A damaged note is replaced. */
    private static Map<String, @Nullable Object> readable(@Nullable String text) {
        try {
            return members(text);
        } catch (JsonException e) {
            return new LinkedHashMap<>();
        }
    }

    private static Map<String, @Nullable Object> members(@Nullable String text) {
        return text == null ? new LinkedHashMap<>() : Json.readObject(text);
    }

    private static List<String> paused(Map<String, @Nullable Object> members) {
        return members.get(PAUSED) instanceof List<?> all
                ? all.stream().map(String::valueOf).toList()
                : List.of();
    }
}

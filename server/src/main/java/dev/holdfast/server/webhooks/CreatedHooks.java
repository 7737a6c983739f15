package dev.holdfast.server.webhooks;

import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.ServerNotes;
import dev.holdfast.internal.views.JsonAnswer;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The hooks that administrators have created, in one note of the store for all servers. Every method may block. */
record CreatedHooks(ServerNotes notes, HookKey key) {
    static final int MAX = 10;
    private static final String NOTE = "webhooks";

    List<CreatedHook> list() {
        return read(notes.find(NOTE).orElse(null));
    }

    /**
     * Adds a hook.
     *
     * @throws IllegalStateException if there are too many, or one of that name
     */
    void add(CreatedHook hook) {
        change(all -> {
            if (all.stream().anyMatch(one -> one.name().equals(hook.name()))) {
                throw new IllegalStateException("There is a webhook of that name: choose another one.");
            } else if (all.size() >= MAX) {
                throw new IllegalStateException(
                        "Administrators can create " + MAX + " webhooks: delete one, or ask the operator for more.");
            }
            List<CreatedHook> more = new ArrayList<>(all);
            more.add(hook);
            return more;
        });
    }

    void remove(CreatedHook hook) {
        change(all -> all.stream().filter(one -> !one.id().equals(hook.id())).toList());
    }

    private void change(UnaryOperator<List<CreatedHook>> how) {
        notes.change(
                NOTE,
                text -> Json.write(new JsonAnswer()
                        .with(
                                "hooks",
                                how.apply(read(text)).stream()
                                        .map(CreatedHook::tree)
                                        .toList())
                        .tree()));
    }

    /** A hook that cannot be read, as one of a later version, is left out. */
    private static List<CreatedHook> read(@Nullable String text) {
        List<CreatedHook> all = new ArrayList<>();
        try {
            if (text != null && Json.readObject(text).get("hooks") instanceof List<?> hooks) {
                hooks.forEach(hook -> all.add(CreatedHook.of((Map<?, ?>) hook)));
            }
        } catch (JsonException | ClassCastException | DateTimeException | IllegalArgumentException e) {
            Log.warning(Webhooks.LOGGER, "Some webhooks of administrators cannot be read.");
        }
        return all;
    }
}

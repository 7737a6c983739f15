package dev.holdfast.server.webhooks;

import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.ServerNotes;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The hooks that administrators have created, in one note of the store for all servers. What a later version has written there
 * is kept by every change, also if this version cannot read it. Every method may block.
 */
record CreatedHooks(ServerNotes notes, HookKey key, Duration endsSoon) {
    static final int MAX = 10;
    private static final String NOTE = "webhooks";
    private static final String HOOKS = "hooks";

    /**
     * Returns the options of a hook.
     *
     * @throws IllegalArgumentException if something of it is not known or not possible
     */
    HookOptions options(CreatedHook hook) {
        return hook.options(key, endsSoon);
    }

    /** Returns the hooks that this version can read; null if it can read nothing of the note. */
    @Nullable
    List<CreatedHook> list() {
        String text = notes.find(NOTE).orElse(null);
        List<CreatedHook> all = new ArrayList<>();
        try {
            for (@Nullable Object tree : hooks(members(text))) {
                add(tree, all);
            }
            return all;
        } catch (IllegalStateException e) {
            Log.warningOnce(Webhooks.LOGGER, "The webhooks of administrators cannot be read by this version.");
            return null;
        }
    }

    /** Leaves out a hook that cannot be read, as one of a later version. */
    private static void add(@Nullable Object tree, List<CreatedHook> all) {
        try {
            all.add(CreatedHook.of(tree instanceof Map<?, ?> members ? members : Map.of()));
        } catch (DateTimeException | IllegalArgumentException e) {
            Log.warningOnce(Webhooks.LOGGER, "Some webhooks of administrators cannot be read by this version.");
        }
    }

    /**
     * Adds a hook.
     *
     * @throws IllegalStateException if there are too many, or one of that name, or if the note cannot be read
     */
    void add(CreatedHook hook) {
        change(all -> {
            if (all.stream().anyMatch(one -> hook.name().equals(member(one, "name")))) {
                throw new IllegalStateException("There is a webhook of that name: choose another one.");
            } else if (all.size() >= MAX) {
                throw new IllegalStateException(
                        "Administrators can create " + MAX + " webhooks: delete one, or ask the operator for more.");
            }
            all.add(hook.tree());
        });
    }

    /**
     * Deletes a hook, if it is still there.
     *
     * @throws IllegalStateException if the note cannot be read
     */
    void remove(CreatedHook hook) {
        change(all -> all.removeIf(one -> hook.id().equals(member(one, "id"))));
    }

    /** Changes the hooks as they are written, with all that this version does not know. */
    private void change(Consumer<List<@Nullable Object>> how) {
        notes.change(NOTE, text -> {
            Map<String, @Nullable Object> members = members(text);
            List<@Nullable Object> all = new ArrayList<>(hooks(members));
            how.accept(all);
            members.put(HOOKS, all);
            return Json.write(members);
        });
    }

    private static @Nullable Object member(@Nullable Object hook, String name) {
        return hook instanceof Map<?, ?> members ? members.get(name) : null;
    }

    private static Map<String, @Nullable Object> members(@Nullable String text) {
        try {
            return text == null ? new LinkedHashMap<>(Map.of(HOOKS, List.of())) : Json.readObject(text);
        } catch (JsonException e) {
            throw unreadable();
        }
    }

    @SuppressWarnings("unchecked") // the reader of JSON makes lists of no other type
    private static List<@Nullable Object> hooks(Map<String, @Nullable Object> members) {
        if (members.get(HOOKS) instanceof List<?> hooks) {
            return (List<@Nullable Object>) hooks;
        }
        throw unreadable();
    }

    private static IllegalStateException unreadable() {
        return new IllegalStateException(
                "A later version of the server has written the list of webhooks, and this version"
                        + " cannot read it. Change it with that version.");
    }
}

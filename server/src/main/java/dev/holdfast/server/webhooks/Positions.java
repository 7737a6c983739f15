package dev.holdfast.server.webhooks;

import dev.holdfast.StoreException;
import dev.holdfast.internal.storage.ServerNotes;
import org.jspecify.annotations.Nullable;

/**
 * The positions of hooks in the store. Every method may block.
 *
 * @param notes null if another server has the store: then positions are lost with this one
 */
record Positions(@Nullable ServerNotes notes) {
    boolean areKept() {
        return notes != null;
    }

    /** Returns the position that was kept last; null for none. */
    @Nullable
    Position of(Hook hook) {
        String text = notes == null ? null : notes.find(name(hook)).orElse(null);
        return text == null ? null : Position.of(text);
    }

    /** Keeps how far a hook has come, if that has changed. */
    void save(Hook hook) {
        Position position = notes == null ? null : hook.newPosition();
        if (notes == null || position == null) {
            return;
        }
        try {
            notes.put(name(hook), position.text());
        } catch (StoreException e) {
            hook.keepPosition();
            throw e;
        }
    }

    void forget(Hook hook) {
        if (notes != null) {
            notes.delete(name(hook));
        }
    }

    private static String name(Hook hook) {
        return "webhook/" + hook.note();
    }
}

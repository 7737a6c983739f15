package dev.holdfast.store.file.sidecar;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A change of what is shown, ready to be made. */
public interface Step {

    /** Returns the tag of what will be shown, or null if that is nothing. */
    @Nullable
    String tag();

    /**
     * Makes the change, in one step as far as others can see.
     *
     * @throws NameTakenException if another program's entry is in the way; then nothing was changed
     * @throws IOException if it could not be made; then nothing was changed that the tag shows
     */
    void run() throws IOException;

    /** Returns whether {@link #undo} can take it back, since nothing was shown before. */
    default boolean isUndoable() {
        return false;
    }

    /** Takes back a run. */
    default void undo() throws IOException {}

    /** Lets go of what was prepared, whether the change was made or not. Never fails. */
    default void close() {}
}

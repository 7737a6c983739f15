package dev.holdfast.store.file;

import dev.holdfast.store.file.sidecar.Step;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Shows no hold any more: takes away what stood for it. */
record Removal(Deletion takeAway) implements Step {
    interface Deletion {
        void run() throws IOException;
    }

    @Override
    public @Nullable String tag() {
        return null;
    }

    @Override
    public void run() throws IOException {
        takeAway.run();
    }
}

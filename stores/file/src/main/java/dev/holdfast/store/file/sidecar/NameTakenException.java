package dev.holdfast.store.file.sidecar;

import java.io.IOException;

/** Another program was quicker to put its own entry where ours should be, or changed ours. */
public final class NameTakenException extends IOException {
    private static final long serialVersionUID = 1;

    public NameTakenException(String resource) {
        super("another program changed the entry of " + resource);
    }
}

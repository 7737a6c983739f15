package dev.holdfast.session;

import dev.holdfast.rules.Mode;
import java.util.Locale;

/** What one locks for, as the literature of offline locks has it: policies over the two modes of a hold. */
public enum LockType {
    /** Only who edits locks; others may read what is perhaps out of date soon. The usual one. */
    EXCLUSIVE_WRITE(Mode.EXCLUSIVE),
    /** Who reads locks too: whoever sees it has it alone. */
    EXCLUSIVE_READ(Mode.EXCLUSIVE),
    /** Many read side by side, and nobody writes meanwhile. */
    READ(Mode.SHARED),
    /** One writes, and nobody reads meanwhile. */
    WRITE(Mode.EXCLUSIVE);

    private final Mode mode;

    LockType(Mode mode) {
        this.mode = mode;
    }

    public Mode mode() {
        return mode;
    }

    /** As tables have it: {@code exclusive_write}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.holdfast.internal.access;

import dev.holdfast.internal.rules.AccessToken;

/**
 * A token in the store that has not ended.
 *
 * @param name under which it is kept: a hash of its secret, and no secret itself
 */
public record KnownToken(String name, AccessToken token) {
    private static final int SHOWN = 12;

    /** Returns its name in the short form by which people distinguish it from others. */
    public String id() {
        return name.substring(0, Math.min(SHOWN, name.length()));
    }
}

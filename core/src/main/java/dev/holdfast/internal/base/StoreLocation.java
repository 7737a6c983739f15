package dev.holdfast.internal.base;

import java.util.Set;

/**
 * The address of a store as a person wrote it, which may hold a password. It cannot be printed by accident: as text it shows
 * neither user, password nor options. What is needed to open the store has a method of its own.
 */
public final class StoreLocation {
    /** Schemes whose addresses are paths, in which nothing is a secret. */
    private static final Set<String> PATHS = Set.of("file", "dir", "files", "sqlite", "memory", "unix");

    private static final String HIDDEN = "…";

    private final String secret;

    private StoreLocation(String secret) {
        this.secret = secret;
    }

    public static StoreLocation of(String address) {
        return new StoreLocation(address);
    }

    /** Returns the whole address, to open the store by and for nothing else. */
    public String withSecrets() {
        return secret;
    }

    /** Returns what stands before the first colon; empty if there is none. */
    public String scheme() {
        return secret.substring(0, Math.max(0, secret.indexOf(':')));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoreLocation that && secret.equals(that.secret);
    }

    @Override
    public int hashCode() {
        return secret.hashCode();
    }

    /**
     * Returns the address as people may see it. The password ends at the last @. If a question mark stands before that, it may
     * be an option that contains the @, and nothing but the scheme is shown.
     */
    @Override
    public String toString() {
        if (PATHS.contains(scheme())) {
            return secret;
        }
        int slashes = secret.indexOf("://");
        String begin = slashes >= 0 ? secret.substring(0, slashes + 3) : scheme().isEmpty() ? "" : scheme() + ":";
        int at = secret.lastIndexOf('@');
        int question = secret.indexOf('?');
        if (question >= 0 && question < at) {
            return begin + HIDDEN;
        }
        String shown = at < 0 ? secret : begin + HIDDEN + secret.substring(at);
        question = shown.indexOf('?');
        return question < 0 ? shown : shown.substring(0, question + 1) + HIDDEN;
    }

    /** Returns the exception for an address that nothing on the class path opens. */
    public static IllegalArgumentException unknown(String address, Set<String> known) {
        StoreLocation shown = StoreLocation.of(address);
        return new IllegalArgumentException(
                known.isEmpty()
                        ? "No store module on the class path opens '" + shown
                                + "'; add one, such as dev.holdfast:holdfast-store-sql."
                        : "'" + shown
                                + "' is not the address of a store on the class path; an address starts with one of "
                                + String.join(":, ", known) + ":.");
    }
}

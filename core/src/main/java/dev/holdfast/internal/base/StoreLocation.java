package dev.holdfast.internal.base;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a store as a person wrote it, which may hold a password. It cannot be printed by accident: as text it shows
 * neither user, password nor options. What is needed to open the store has a method of its own.
 */
public final class StoreLocation {
    /** Schemes whose addresses are paths, in which nothing is a secret. */
    private static final Set<String> PATHS = Set.of("file", "dir", "files", "unix");

    /** A path too, but its driver takes what follows a question mark for options. */
    private static final String PATH_WITH_OPTIONS = "sqlite";

    private static final Pattern OPTIONS = Pattern.compile("[?;]");
    private static final Pattern OPTION = Pattern.compile("[?;].*=", Pattern.DOTALL);
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
     * Returns the address as people may see it. The password ends at the last @. Options begin with a question mark, in JDBC also
     * with a semicolon. If one of these stands before the @, an option may contain the @, and only the scheme is shown.
     */
    @Override
    public String toString() {
        if (PATHS.contains(scheme())) {
            return secret;
        }
        if (scheme().equals(PATH_WITH_OPTIONS)) {
            return cut(secret, secret.indexOf('?'));
        }
        int slashes = secret.indexOf("://");
        String begin = slashes >= 0 ? secret.substring(0, slashes + 3) : scheme().isEmpty() ? "" : scheme() + ":";
        int at = secret.lastIndexOf('@');
        int options = options(secret);
        if (options >= 0 && options < at) {
            return begin + HIDDEN;
        }
        String shown = at < 0 ? secret : begin + HIDDEN + secret.substring(at);
        return cut(shown, options(shown));
    }

    private static int options(String address) {
        Matcher first = OPTIONS.matcher(address);
        return first.find() ? first.start() : -1;
    }

    private static String cut(String address, int options) {
        return options < 0 ? address : address.substring(0, options + 1) + HIDDEN;
    }

    /** Returns a word of a command line as people may see it: without the secrets of the address that it may be. */
    public static String shown(String word) {
        boolean mayHoldSecrets = word.indexOf('@') >= 0 || OPTION.matcher(word).find();
        return word.indexOf(':') >= 0 && mayHoldSecrets ? of(word).toString() : word;
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

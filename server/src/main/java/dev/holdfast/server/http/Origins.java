package dev.holdfast.server.http;

import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Origins of pages: scheme, host and port.
 *
 * @param known in normal form
 */
public record Origins(Set<String> known) {
    /** No origin. */
    public static final Origins NONE = new Origins(Set.of());

    private static final int MAX = 100;

    public Origins {
        known = Set.copyOf(known);
    }

    /**
     * Returns these origins.
     *
     * @throws IllegalArgumentException if one of them is not an origin, or if there are too many
     */
    public static Origins of(Collection<String> origins) {
        if (origins.size() > MAX) {
            throw new IllegalArgumentException("At most " + MAX + " origins can be named.");
        }
        Set<String> known = new LinkedHashSet<>();
        for (String origin : origins) {
            String normal = normal(origin);
            if (normal == null || !isBare(origin)) {
                throw new IllegalArgumentException(
                        "'" + origin + "' is not an origin: write scheme, host and perhaps port, such as"
                                + " https://app.example.org. There are no wildcards.");
            }
            known.add(normal);
        }
        return new Origins(known);
    }

    /** Returns whether it contains an origin, as a browser sends it. */
    boolean contains(String origin) {
        String normal = normal(origin);
        return normal != null && known.contains(normal);
    }

    /** Returns whether two texts name one origin. */
    static boolean same(String origin, String other) {
        String normal = normal(origin);
        return normal != null && normal.equals(normal(other));
    }

    private static boolean isBare(String origin) {
        URI parsed = URI.create(origin);
        return parsed.getRawPath().isEmpty() && parsed.getRawQuery() == null && parsed.getRawFragment() == null;
    }

    /** Returns scheme, host and port in normal form; null if it is not an origin. */
    private static @Nullable String normal(String text) {
        URI origin;
        try {
            origin = URI.create(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
        if (origin.getScheme() == null || origin.getHost() == null || origin.getUserInfo() != null) {
            return null;
        }
        String scheme = origin.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            return null;
        }
        int port = origin.getPort() >= 0 ? origin.getPort() : scheme.equals("https") ? 443 : 80;
        return scheme + "://" + origin.getHost().toLowerCase(Locale.ROOT) + ":" + port;
    }
}

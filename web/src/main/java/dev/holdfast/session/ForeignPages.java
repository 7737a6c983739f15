package dev.holdfast.session;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Protects endpoints from pages of other origins, which can make a browser send requests with the cookies of its user. */
public final class ForeignPages {
    /** The refusal of such a request, for people. */
    public static final String SENTENCE =
            "A page of another site sent this request. Send it from a page of this application.";

    /** Headers of the answers: no other origin can embed or read them, and no script in them runs. */
    public static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy", "same-origin",
            "X-Content-Type-Options", "nosniff");

    private ForeignPages() {}

    /**
     * Returns whether a page of another origin sent a request, according to the browser. Programs send neither header. A sibling
     * site, such as another application below the same domain, is another origin.
     *
     * @param site the header {@code Sec-Fetch-Site}
     * @param origin the header {@code Origin}
     * @param scheme how the request came: {@code http} or {@code https}
     * @param host the host that the request names
     * @param port the port that the request names; negative for the usual one of the scheme
     */
    public static boolean sent(
            @Nullable String site, @Nullable String origin, @Nullable String scheme, @Nullable String host, int port) {
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        // Without TLS, browsers send only the origin of the page.
        return origin != null && !isOwn(origin, scheme, host, port);
    }

    private static boolean isOwn(String origin, @Nullable String scheme, @Nullable String host, int port) {
        try {
            URI from = new URI(origin);
            return scheme != null
                    && host != null
                    && scheme.equalsIgnoreCase(from.getScheme())
                    && host.equalsIgnoreCase(from.getHost())
                    && port(scheme, port) == port(scheme, from.getPort());
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static int port(String scheme, int named) {
        return named >= 0 ? named : scheme.equalsIgnoreCase("https") ? 443 : 80;
    }
}

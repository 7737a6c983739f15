package dev.holdfast.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;

/** Tells requests that a page of another origin has a browser send, with the cookies of the person who looks at that page. */
public final class CrossSite {
    public static final String SENTENCE = "A page of another site asked for it.";

    private CrossSite() {}

    /**
     * Returns whether a page of another origin asks, as the browser says; programs say nothing of it. A sibling site, such as
     * another application below the same domain, is another origin.
     */
    public static boolean asks(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        // To addresses without TLS, browsers only say where the page is from.
        String origin = request.getHeader("Origin");
        return origin != null && !isOwn(origin, request);
    }

    private static boolean isOwn(String origin, HttpServletRequest request) {
        try {
            URI from = new URI(origin);
            return request.getScheme().equalsIgnoreCase(from.getScheme())
                    && request.getServerName().equalsIgnoreCase(from.getHost())
                    && request.getServerPort() == port(from);
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static int port(URI origin) {
        return origin.getPort() >= 0 ? origin.getPort() : "https".equalsIgnoreCase(origin.getScheme()) ? 443 : 80;
    }
}

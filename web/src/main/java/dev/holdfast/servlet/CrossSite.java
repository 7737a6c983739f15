package dev.holdfast.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;

/** Detects requests that a page of another origin makes a browser send, with the cookies of its user. */
public final class CrossSite {
    /** The refusal of such a request, for people. */
    public static final String SENTENCE =
            "A page of another site sent this request. Send it from a page of this application.";

    private CrossSite() {}

    /**
     * Returns whether a page of another origin sent the request, according to the browser. Programs do not send the header. A
     * sibling site, such as another application below the same domain, is another origin.
     */
    public static boolean asks(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        // Without TLS, browsers send only the origin of the page.
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

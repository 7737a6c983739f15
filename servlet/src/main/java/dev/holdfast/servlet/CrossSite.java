package dev.holdfast.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;

/** Whether a page of another site makes a browser ask, with the cookies of whoever looks at that page. */
public final class CrossSite {
    public static final String SENTENCE = "A page of another site asked for it.";

    private CrossSite() {}

    /** As the browser says; programs say nothing of it. */
    public static boolean asks(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return site.equals("cross-site");
        }
        // To addresses without TLS, browsers only say where the page is from.
        String origin = request.getHeader("Origin");
        return origin != null && !ofHost(origin, request.getServerName());
    }

    private static boolean ofHost(String origin, String host) {
        try {
            return host.equalsIgnoreCase(new URI(origin).getHost());
        } catch (URISyntaxException e) {
            return false;
        }
    }
}

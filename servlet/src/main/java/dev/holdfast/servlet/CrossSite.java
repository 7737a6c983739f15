package dev.holdfast.servlet;

import jakarta.servlet.http.HttpServletRequest;

/** Whether a page of another site makes a browser ask, with the cookies of whoever looks at that page. */
public final class CrossSite {
    public static final String SENTENCE = "A page of another site asked for it.";

    private CrossSite() {}

    /** As the browser says. Programs say nothing of it, and neither do browsers to addresses without TLS. */
    public static boolean asks(HttpServletRequest request) {
        return "cross-site".equals(request.getHeader("Sec-Fetch-Site"));
    }
}

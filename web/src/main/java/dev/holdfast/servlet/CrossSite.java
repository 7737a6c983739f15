package dev.holdfast.servlet;

import dev.holdfast.session.ForeignPages;
import jakarta.servlet.http.HttpServletRequest;

/** Detects requests that a page of another origin makes a browser send. */
public final class CrossSite {
    private CrossSite() {}

    /** Returns whether a page of another origin sent the request, by the rule of {@link ForeignPages}. */
    public static boolean asks(HttpServletRequest request) {
        return ForeignPages.sent(
                request.getHeader("Sec-Fetch-Site"),
                request.getHeader("Origin"),
                request.getScheme(),
                request.getServerName(),
                request.getServerPort());
    }
}

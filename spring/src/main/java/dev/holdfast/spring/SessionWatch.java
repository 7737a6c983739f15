package dev.holdfast.spring;

import jakarta.servlet.http.HttpServletRequest;

/** Notices the end of a session in its request, where nobody else would. */
interface SessionWatch {
    SessionWatch NONE = request -> request;

    HttpServletRequest watched(HttpServletRequest request);
}

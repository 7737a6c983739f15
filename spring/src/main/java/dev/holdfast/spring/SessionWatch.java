package dev.holdfast.spring;

import jakarta.servlet.http.HttpServletRequest;
import java.util.function.UnaryOperator;

/** Notices the end of a session within its request, if no listener is called. */
interface SessionWatch extends UnaryOperator<HttpServletRequest> {
    SessionWatch NONE = request -> request;
}

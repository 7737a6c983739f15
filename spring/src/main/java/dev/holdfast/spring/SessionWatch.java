package dev.holdfast.spring;

import jakarta.servlet.http.HttpServletRequest;
import java.util.function.UnaryOperator;

/** Notices the end of a session in its request, where nobody else would. */
interface SessionWatch extends UnaryOperator<HttpServletRequest> {
    SessionWatch NONE = request -> request;
}

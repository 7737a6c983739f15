package dev.holdfast.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Identifies the user of a request. An application with its own sign-in implements this. */
public interface Callers {
    /** A header with which a client tells its owners apart, such as the windows of one user. */
    String OWNER_HEADER = "X-Holdfast-Owner";

    /** The users that the container has authenticated. */
    Callers DEFAULT = new Callers() {};

    /** Returns the signed-in user, or null. */
    default @Nullable Principal user(HttpServletRequest request) {
        return request.getUserPrincipal();
    }

    /** Returns the name of a user that others see. */
    default String name(Principal user) {
        return user.getName();
    }

    /**
     * Returns what identifies the owner of a request that signs in by itself, such as user and program; empty if the HTTP session
     * is the owner. Such a request needs no session, and none is created for it. By default, these are requests with an {@code
     * Authorization} header; the header {@link #OWNER_HEADER} tells several owners of one user apart.
     */
    default List<String> client(HttpServletRequest request) {
        Principal user = request.getHeader("Authorization") == null ? null : user(request);
        String part = request.getHeader(OWNER_HEADER);
        return user == null ? List.of() : List.of(user.getName(), part == null ? "" : part);
    }

    /** Returns whether the user has a role, such as the one that may release locks of others. */
    default boolean has(HttpServletRequest request, String role) {
        return request.isUserInRole(role);
    }

    /** Returns the language of the user, for messages. It is that of the browser, and English if the request has none. */
    default Locale locale(HttpServletRequest request) {
        return request.getHeader("Accept-Language") == null ? Locale.ROOT : request.getLocale();
    }

    /** Returns the time zone of the user, for messages. */
    default ZoneId zone(HttpServletRequest request) {
        return ZoneId.systemDefault();
    }
}

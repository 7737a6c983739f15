package dev.holdfast.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Identifies the user of a request. An application with its own sign-in implements this. */
public interface Callers {
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

    /** Returns whether the user has a role, such as the one that may release locks of others. */
    default boolean has(HttpServletRequest request, String role) {
        return request.isUserInRole(role);
    }

    /** Returns the time zone of the user, for messages. */
    default ZoneId zone(HttpServletRequest request) {
        return ZoneId.systemDefault();
    }
}

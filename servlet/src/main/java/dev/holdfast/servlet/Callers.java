package dev.holdfast.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** What a request says of whoever makes it. An application that signs people in by its own means says so here. */
public interface Callers {
    /** As the container knows them. */
    Callers DEFAULT = new Callers() {};

    /** Who signed in, or null for nobody. */
    default @Nullable Principal user(HttpServletRequest request) {
        return request.getUserPrincipal();
    }

    /** What others are shown of somebody. */
    default String name(Principal user) {
        return user.getName();
    }

    /** Whether they have a role, such as the one that may release what others hold. */
    default boolean has(HttpServletRequest request, String role) {
        return request.isUserInRole(role);
    }

    /** In which time zone they are told times. */
    default ZoneId zone(HttpServletRequest request) {
        return ZoneId.systemDefault();
    }
}

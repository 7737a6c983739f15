package dev.holdfast.servlet.guide;

import dev.holdfast.servlet.Callers;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.security.Principal;

final class BadgeCallers implements Callers {
    @Override
    public Principal user(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        return session == null ? null : (Principal) session.getAttribute("picker");
    }

    @Override
    public boolean has(HttpServletRequest request, String role) {
        return user(request) != null && user(request).getName().equals("Anna");
    }
}

package dev.holdfast.example.picking.web;

import dev.holdfast.servlet.Callers;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

/** The pickers at browsers, as they were chosen there. There are no passwords. */
public final class Pickers implements Callers {
    /** The role of users who may release orders of others. */
    public static final String LEAD = "lead";

    static final String ATTRIBUTE = "picker";

    @Override
    public @Nullable Picker user(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        return session == null ? null : (Picker) session.getAttribute(ATTRIBUTE);
    }

    @Override
    public boolean has(HttpServletRequest request, String role) {
        Picker picker = user(request);
        return picker != null && picker.lead() && role.equals(LEAD);
    }
}

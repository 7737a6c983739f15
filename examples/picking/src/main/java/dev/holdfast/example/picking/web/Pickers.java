package dev.holdfast.example.picking.web;

import dev.holdfast.servlet.Callers;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.time.ZoneId;
import java.util.stream.Stream;
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

    /** Returns the time zone that the page has named in a cookie. */
    @Override
    public ZoneId zone(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return Stream.of(cookies == null ? new Cookie[0] : cookies)
                .filter(cookie -> cookie.getName().equals("zone"))
                .map(Cookie::getValue)
                .filter(ZoneId.getAvailableZoneIds()::contains)
                .map(ZoneId::of)
                .findFirst()
                .orElseGet(ZoneId::systemDefault);
    }

    @Override
    public boolean has(HttpServletRequest request, String role) {
        Picker picker = user(request);
        return picker != null && picker.lead() && role.equals(LEAD);
    }
}

package dev.holdfast.spring;

import dev.holdfast.servlet.Callers;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Users as Spring knows them.
 *
 * @param owners null without Spring Security
 */
record SpringCallers(OwnerNames names, @Nullable OwnerResolver owners) implements Callers {
    /** Uses the innermost request: the sign-in may have wrapped this one. */
    @Override
    public @Nullable Principal user(HttpServletRequest request) {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes inner
                ? inner.getRequest().getUserPrincipal()
                : request.getUserPrincipal();
    }

    @Override
    public List<String> client(HttpServletRequest request) {
        return owners == null ? Callers.super.client(request) : owners.resolve(request);
    }

    @Override
    public String name(Principal user) {
        return names.nameOf(user);
    }

    /** Returns the language that the application's {@code LocaleResolver} has chosen. */
    @Override
    public Locale locale(HttpServletRequest request) {
        Locale chosen = LocaleContextHolder.getLocale();
        boolean asked = request.getHeader("Accept-Language") != null;
        return asked || !chosen.equals(Locale.getDefault()) ? chosen : Locale.ROOT;
    }

    @Override
    public ZoneId zone(HttpServletRequest request) {
        return LocaleContextHolder.getTimeZone().toZoneId();
    }
}

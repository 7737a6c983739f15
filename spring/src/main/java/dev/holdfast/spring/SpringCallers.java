package dev.holdfast.spring;

import dev.holdfast.servlet.Callers;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Users as Spring knows them. */
record SpringCallers(OwnerNames names) implements Callers {
    /** Uses the innermost request: the sign-in may have wrapped this one. */
    @Override
    public @Nullable Principal user(HttpServletRequest request) {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes inner
                ? inner.getRequest().getUserPrincipal()
                : request.getUserPrincipal();
    }

    @Override
    public String name(Principal user) {
        return names.nameOf(user);
    }

    @Override
    public ZoneId zone(HttpServletRequest request) {
        return LocaleContextHolder.getTimeZone().toZoneId();
    }
}

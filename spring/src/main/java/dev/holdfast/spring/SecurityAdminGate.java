package dev.holdfast.spring;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Admits users with an authority of Spring Security. */
record SecurityAdminGate(String authority) implements AdminGate {
    @Override
    public @Nullable Denial denies(@Nullable Principal caller) {
        Authentication signedIn = SecurityContextHolder.getContext().getAuthentication();
        if (signedIn == null || !signedIn.isAuthenticated() || signedIn instanceof AnonymousAuthenticationToken) {
            return new Denial(401, "Sign in to release locks of others.");
        }
        boolean may = signedIn.getAuthorities().stream().anyMatch(granted -> authority.equals(granted.getAuthority()));
        return may ? null : new Denial(403, "You need the authority " + authority + " to release locks of others.");
    }
}

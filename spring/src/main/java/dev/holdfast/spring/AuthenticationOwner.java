package dev.holdfast.spring;

import dev.holdfast.servlet.Callers;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.server.resource.authentication.AbstractOAuth2TokenAuthenticationToken;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.util.ClassUtils;

/** The owner of a request that Spring Security has authenticated without a session: its user and program. */
final class AuthenticationOwner implements OwnerResolver {
    private static final boolean TOKENS = ClassUtils.isPresent(
            "org.springframework.security.oauth2.server.resource.authentication.AbstractOAuth2TokenAuthenticationToken",
            AuthenticationOwner.class.getClassLoader());

    @Override
    public List<String> resolve(HttpServletRequest request) {
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        return user == null || isKeptInSession(request)
                ? List.of()
                : identity(user, request.getHeader(Callers.OWNER_HEADER));
    }

    /** Returns what identifies a user that no session keeps; empty if no user is signed in. */
    static List<String> identity(Principal principal, @Nullable String part) {
        if (!(principal instanceof Authentication user)
                || !user.isAuthenticated()
                || user instanceof AnonymousAuthenticationToken) {
            return List.of();
        }
        Map<String, Object> claims = TOKENS ? Tokens.claims(user) : Map.of();
        return List.of(user.getName(), text(claims.get("iss")), program(claims), text(part));
    }

    private static boolean isKeptInSession(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        return session != null
                && session.getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY) != null;
    }

    /** Returns the client that the token was issued to, under the names that issuers use. */
    private static String program(Map<String, Object> claims) {
        for (String name : List.of("azp", "client_id", "cid", "appid")) {
            String client = text(claims.get(name));
            if (!client.isEmpty()) {
                return client;
            }
        }
        return "";
    }

    private static String text(@Nullable Object value) {
        return Objects.toString(value, "");
    }

    /** Only for applications with tokens. */
    private static final class Tokens {
        static Map<String, Object> claims(Authentication user) {
            return user instanceof AbstractOAuth2TokenAuthenticationToken<?> token
                    ? token.getTokenAttributes()
                    : Map.of();
        }
    }
}

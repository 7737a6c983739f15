package dev.holdfast.spring;

import dev.holdfast.rules.Owner;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** The session and the user of a request. The session is not looked at before somebody asks. */
final class SessionOwner implements OwnerSource {
    /** An attribute of sessions that took a lock: only their end is worth a trip to the store. */
    static final String MARK = "dev.holdfast.owner";

    private static final String NOBODY = "somebody who is not signed in";

    private final HttpServletRequest request;
    private final OwnerSeal seal;
    private final OwnerNames names;

    SessionOwner(HttpServletRequest request, OwnerSeal seal, OwnerNames names) {
        this.request = request;
        this.seal = seal;
        this.names = names;
    }

    @Override
    public @Nullable Owner known() {
        HttpSession session = request.getSession(false);
        return session == null ? null : owner(session);
    }

    @Override
    public Owner taking() {
        HttpSession session = request.getSession(true);
        mark(session);
        return owner(session);
    }

    private static void mark(HttpSession session) {
        if (session.getAttribute(MARK) == null) {
            session.setAttribute(MARK, true);
        }
    }

    @Override
    public boolean lives() {
        HttpSession session = request.getSession(false);
        return session != null && marked(session);
    }

    /** Whether it took a lock; false if it is over. */
    static boolean marked(HttpSession session) {
        try {
            return session.getAttribute(MARK) != null;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    @Override
    public OwnerSource elsewhere() {
        HttpSession session = request.getSession(false);
        return new Elsewhere(session, session == null ? null : owner(session));
    }

    private Owner owner(HttpSession session) {
        Principal principal = principal();
        Owner owner = Owner.of(seal.ownerId(session.getId()));
        return principal == null
                ? owner.named(NOBODY)
                : owner.named(names.nameOf(principal)).user(principal.getName());
    }

    /** By the innermost request: what signs in may have wrapped this one. */
    private @Nullable Principal principal() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes inner
                ? inner.getRequest().getUserPrincipal()
                : request.getUserPrincipal();
    }

    /** The same when the request may be over: who it was is known by then. */
    private record Elsewhere(
            @Nullable HttpSession session, @Nullable Owner known) implements OwnerSource {
        @Override
        public Owner taking() {
            if (session == null || known == null) {
                throw new IllegalStateException(
                        "The request that began this work has no session, so that nothing would release what is taken here:"
                                + " take it in the request, or name an owner by CurrentOwner.as(owner, work).");
            }
            mark(session);
            return known;
        }

        @Override
        public boolean lives() {
            return session != null && marked(session);
        }

        @Override
        public OwnerSource elsewhere() {
            return this;
        }
    }
}

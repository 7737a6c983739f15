package dev.holdfast.servlet;

import dev.holdfast.Owner;
import dev.holdfast.session.OwnerIds;
import dev.holdfast.session.OwnerSource;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.security.Principal;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** The session and the user of a request. The session is read only when needed. */
public final class SessionOwner implements OwnerSource {
    /** An attribute of sessions that acquired a lock: only their end needs a call to the store. */
    public static final String MARK = "dev.holdfast.owner";

    private static final String NOT_SIGNED_IN = "a user who is not signed in";

    private final HttpServletRequest request;
    private final OwnerIds ownerIds;
    private final Callers callers;

    /** Names the owner of a request. */
    public SessionOwner(HttpServletRequest request, OwnerIds ownerIds, Callers callers) {
        this.request = request;
        this.ownerIds = ownerIds;
        this.callers = callers;
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

    /** Returns whether the session acquired a lock; false if it has ended. */
    public static boolean marked(HttpSession session) {
        try {
            return session.getAttribute(MARK) != null;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    @Override
    public ZoneId zone() {
        return callers.zone(request);
    }

    @Override
    public OwnerSource elsewhere() {
        HttpSession session = request.getSession(false);
        return new Elsewhere(session, session == null ? null : owner(session), zone());
    }

    private Owner owner(HttpSession session) {
        Principal principal = callers.user(request);
        Owner owner = Owner.of(ownerIds.ownerId(session.getId()));
        return principal == null
                ? owner.named(NOT_SIGNED_IN)
                : owner.named(callers.name(principal)).user(principal.getName());
    }

    /** The owner of a request that may be over. */
    private record Elsewhere(
            @Nullable HttpSession session, @Nullable Owner known, ZoneId zone) implements OwnerSource {
        @Override
        public Owner taking() {
            if (session == null || known == null) {
                throw new IllegalStateException(
                        "The request that began this work has no session, so a lock acquired here would not be released:"
                                + " acquire it in the request, or set an owner with CurrentOwner.as(owner, work).");
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

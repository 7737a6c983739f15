package dev.holdfast.servlet;

import dev.holdfast.Owner;
import dev.holdfast.session.OwnerIds;
import dev.holdfast.session.OwnerSource;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.security.Principal;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a request: its session, or its user and program if the request signs in by itself. The session is read only
 * when needed.
 */
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
        Owner client = client();
        if (client != null) {
            return client;
        }
        HttpSession session = request.getSession(false);
        return session == null ? null : owner(session);
    }

    @Override
    public Owner taking() {
        Owner client = client();
        if (client != null) {
            return client;
        }
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
        if (client() != null) {
            return true;
        }
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
    public Locale locale() {
        return callers.locale(request);
    }

    @Override
    public OwnerSource elsewhere() {
        Owner client = client();
        if (client != null) {
            return OwnerSource.of(client, zone(), locale());
        }
        HttpSession session = request.getSession(false);
        return new Elsewhere(session, session == null ? null : owner(session), zone(), locale());
    }

    private @Nullable Owner client() {
        List<String> client = callers.client(request);
        return client.isEmpty() ? null : owner(ownerIds.clientOwnerId(client));
    }

    private Owner owner(HttpSession session) {
        return owner(ownerIds.ownerId(session.getId()));
    }

    private Owner owner(String id) {
        Principal principal = callers.user(request);
        Owner owner = Owner.of(id);
        return principal == null
                ? owner.named(NOT_SIGNED_IN)
                : owner.named(callers.name(principal)).user(principal.getName());
    }

    /** The owner of a request that may be over. */
    private record Elsewhere(
            @Nullable HttpSession session, @Nullable Owner known, ZoneId zone, Locale locale) implements OwnerSource {
        @Override
        public Owner taking() {
            if (session == null || known == null) {
                throw new IllegalStateException(
                        "The request that began this work has no session, so a lock acquired here would not be released:"
                                + " acquire it in the request, or set an owner with CurrentOwner.runAs(owner, work).");
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

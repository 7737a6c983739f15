package dev.holdfast.servlet;

import dev.holdfast.Locks;
import dev.holdfast.session.LockMeters;
import dev.holdfast.session.OwnerIds;
import dev.holdfast.store.StoreException;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Releases what a session holds when it ends: signed out, timed out, or replaced by one with another id. Its owner is ended
 * first, so that a request in flight gets nothing any more.
 */
public final class SessionEnd implements HttpSessionListener, HttpSessionIdListener {
    private static final Logger LOG = System.getLogger(SessionEnd.class.getName());

    private final Locks locks;
    private final OwnerIds ownerIds;
    private final LockMeters meters;

    public SessionEnd(Locks locks, OwnerIds ownerIds, LockMeters meters) {
        this.locks = locks;
        this.ownerIds = ownerIds;
        this.meters = meters;
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
        HttpSession session = event.getSession();
        if (SessionOwner.marked(session)) {
            of(session.getId());
        }
    }

    /** Whoever knew the old id may be somebody else. */
    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
        if (SessionOwner.marked(event.getSession())) {
            of(oldSessionId);
        }
    }

    /** Ends the owner that the session with that id was. Harmless when repeated. */
    public void of(String sessionId) {
        String owner = ownerIds.ownerId(sessionId);
        try {
            meters.ended(owner, locks.releaseAll(owner));
        } catch (StoreException e) {
            LOG.log(
                    Level.WARNING,
                    "What an ended session holds was not released, and ends when its time is over: " + e.getMessage());
        } catch (IllegalStateException e) {
            LOG.log(Level.DEBUG, "The application ends, and its locks were closed before its sessions.", e);
        }
    }
}

package dev.holdfast.servlet;

import dev.holdfast.LockManager;
import dev.holdfast.StoreException;
import dev.holdfast.session.LockMeters;
import dev.holdfast.session.OwnerIds;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Releases the locks of a session when it ends: signed out, timed out, or with a new id. Ends its owner first, so that a
 * request in flight cannot acquire any more.
 */
public final class SessionEnd implements HttpSessionListener, HttpSessionIdListener {
    private static final Logger LOG = System.getLogger(SessionEnd.class.getName());

    private final LockManager locks;
    private final OwnerIds ownerIds;
    private final LockMeters meters;

    /** Releases locks of that manager. */
    public SessionEnd(LockManager locks, OwnerIds ownerIds, LockMeters meters) {
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

    /** The old id may be known to another user. */
    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
        if (SessionOwner.marked(event.getSession())) {
            of(oldSessionId);
        }
    }

    /** Ends the owner of a session. Harmless when repeated. */
    public void of(String sessionId) {
        String owner = ownerIds.ownerId(sessionId);
        try {
            meters.ended(owner, locks.admin().endOwner(owner));
        } catch (StoreException e) {
            LOG.log(
                    Level.WARNING,
                    "The locks of an ended session were not released. They end when their lease expires:  "
                            + e.getMessage());
        } catch (IllegalStateException e) {
            LOG.log(Level.DEBUG, "The application ended, and its locks were closed before its sessions.", e);
        }
    }
}

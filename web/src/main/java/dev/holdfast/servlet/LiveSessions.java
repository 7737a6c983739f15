package dev.holdfast.servlet;

import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sessions in the memory of this server that acquired a lock. Releases their locks at shutdown, since not every container
 * reports the end of sessions in time. Thread-safe.
 */
public final class LiveSessions
        implements HttpSessionListener, HttpSessionAttributeListener, HttpSessionIdListener, AutoCloseable {
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();
    private final SessionEnd end;

    /** Makes an empty list of sessions. Their locks are released as at the end of a session. */
    public LiveSessions(SessionEnd end) {
        this.end = end;
    }

    @Override
    public void attributeAdded(HttpSessionBindingEvent event) {
        if (event.getName().equals(SessionOwner.MARK)) {
            sessions.add(event.getSession().getId());
        }
    }

    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
        if (sessions.remove(oldSessionId)) {
            sessions.add(event.getSession().getId());
        }
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
        sessions.remove(event.getSession().getId());
    }

    /** Ends their owners. To be called after the last request. */
    @Override
    public void close() {
        sessions.forEach(end::of);
        sessions.clear();
    }
}

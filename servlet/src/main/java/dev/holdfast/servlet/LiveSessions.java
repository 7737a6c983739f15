package dev.holdfast.servlet;

import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sessions in the memory of this server that took a lock, to release what they hold when it is shut down: they end with it,
 * but not every container tells of that in time. Thread-safe.
 */
public final class LiveSessions
        implements HttpSessionListener, HttpSessionAttributeListener, HttpSessionIdListener, AutoCloseable {
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();
    private final SessionEnd end;

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

    /** Ends the owners that they are. No request is to come any more by then. */
    @Override
    public void close() {
        sessions.forEach(end::of);
        sessions.clear();
    }
}

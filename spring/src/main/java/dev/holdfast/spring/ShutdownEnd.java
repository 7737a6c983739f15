package dev.holdfast.spring;

import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;

/**
 * Releases what sessions in the memory of this server hold when it is shut down: they end with it, but the container tells of
 * that only when the locks are closed already. Sessions that live elsewhere, by Spring Session, are not known here.
 */
final class ShutdownEnd
        implements HttpSessionListener, HttpSessionAttributeListener, HttpSessionIdListener, SmartLifecycle {
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();
    private final SessionEnd end;
    private volatile boolean running;

    ShutdownEnd(SessionEnd end) {
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

    @Override
    public void start() {
        running = true;
    }

    /** After the web server, which takes no requests any more by then, and before any bean is destroyed. */
    @Override
    public void stop() {
        running = false;
        sessions.forEach(end::of);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return 0;
    }
}

package dev.holdfast.spring;

import dev.holdfast.servlet.LiveSessions;
import org.springframework.context.SmartLifecycle;

/**
 * Releases the locks of sessions in the memory of this server at shutdown, since the container reports their end only after the
 * locks are closed. Does not know sessions of Spring Session.
 */
final class ShutdownEnd implements SmartLifecycle {
    private final LiveSessions sessions;
    private volatile boolean running;

    ShutdownEnd(LiveSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public void start() {
        running = true;
    }

    /** Runs after the web server has stopped, and before any bean is destroyed. */
    @Override
    public void stop() {
        running = false;
        sessions.close();
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

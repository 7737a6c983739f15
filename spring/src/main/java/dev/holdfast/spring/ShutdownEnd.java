package dev.holdfast.spring;

import dev.holdfast.servlet.LiveSessions;
import org.springframework.context.SmartLifecycle;

/**
 * Releases what sessions in the memory of this server hold when it is shut down: the container tells of their end only when the
 * locks are closed already. Sessions that live elsewhere, by Spring Session, are not known here.
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

    /** After the web server, which takes no requests any more by then, and before any bean is destroyed. */
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

package dev.holdfast.spring;

import dev.holdfast.servlet.SessionEnd;
import org.springframework.context.ApplicationListener;
import org.springframework.session.events.SessionDestroyedEvent;

/** The same for sessions that are kept by Spring Session, also when they end on another node or by their store. */
final class SpringSessionEnd implements ApplicationListener<SessionDestroyedEvent> {
    private final SessionEnd end;

    SpringSessionEnd(SessionEnd end) {
        this.end = end;
    }

    @Override
    public void onApplicationEvent(SessionDestroyedEvent event) {
        end.of(event.getSessionId());
    }
}

package dev.holdfast.spring;

import dev.holdfast.servlet.SessionEnd;
import org.springframework.context.ApplicationListener;
import org.springframework.session.events.SessionDestroyedEvent;

/** Ends the owners of Spring Session's sessions, also if they end on another node or in their store. */
record SpringSessionEnd(SessionEnd end) implements ApplicationListener<SessionDestroyedEvent> {
    @Override
    public void onApplicationEvent(SessionDestroyedEvent event) {
        end.of(event.getSessionId());
    }
}

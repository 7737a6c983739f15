package dev.holdfast.spring.guide;

import dev.holdfast.HandOverRequest;
import dev.holdfast.spring.HandOverEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Tells holders that they are asked; in place of mails, a list. */
@Component
public class RequestMails {
    private final List<String> told = new CopyOnWriteArrayList<>();

    @EventListener
    void asked(HandOverEvent event) {
        HandOverRequest request = event.request();
        if (request.state() == HandOverRequest.RequestState.OPEN) {
            told.add(request.holder().name() + ": " + request.asker().name() + " asks for " + request.resource());
        }
    }

    public List<String> told() {
        return told;
    }
}

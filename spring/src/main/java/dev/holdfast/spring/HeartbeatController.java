package dev.holdfast.spring;

import dev.holdfast.servlet.CrossSite;
import dev.holdfast.session.ForeignPages;
import dev.holdfast.session.Heartbeats;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** {@code /session/heartbeat} keeps the locks of a session while a page is open that edits. */
@RestController
final class HeartbeatController {
    private final Heartbeats heartbeats;

    HeartbeatController(Heartbeats heartbeats) {
        this.heartbeats = heartbeats;
    }

    /**
     * The body of a heartbeat.
     *
     * @param resources the locks that the page believes to hold, to be reported if they are lost; optional
     * @param active whether the user did something, which extends an idle limit; false if the page is merely open
     * @param leaving whether the page is left: the resources are released soon, unless it comes back
     */
    record HeartbeatBody(
            @Nullable List<String> resources,
            @Nullable Boolean active,
            @Nullable Boolean leaving) {

        /** Sends a heartbeat, or ends the page. */
        static Map<String, Object> answer(@Nullable HeartbeatBody body, Heartbeats heartbeats) {
            List<String> resources = body == null || body.resources() == null ? List.of() : body.resources();
            return body != null && Boolean.TRUE.equals(body.leaving())
                    ? heartbeats.leave(resources)
                    : heartbeats.renew(resources, body == null || !Boolean.FALSE.equals(body.active()));
        }
    }

    @PostMapping("/session/heartbeat")
    Map<String, Object> heartbeat(
            @RequestBody(required = false) @Nullable HeartbeatBody heartbeat,
            HttpServletRequest request,
            HttpServletResponse response) {
        ForeignPages.HEADERS.forEach(response::setHeader);
        if (CrossSite.asks(request)) {
            throw new ResponseStatusException(HttpStatus.FORBIDDEN, ForeignPages.SENTENCE);
        }
        try {
            return HeartbeatBody.answer(heartbeat, heartbeats);
        } catch (IllegalArgumentException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
        }
    }
}

package dev.holdfast.spring;

import dev.holdfast.session.ForeignPages;
import dev.holdfast.session.Heartbeats;
import dev.holdfast.spring.HeartbeatController.HeartbeatBody;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/** Heartbeats of reactive applications, like {@link HeartbeatController}. */
@RestController
final class ReactiveHeartbeatController {
    private final Heartbeats heartbeats;

    ReactiveHeartbeatController(Heartbeats heartbeats) {
        this.heartbeats = heartbeats;
    }

    @PostMapping("/session/heartbeat")
    Mono<Map<String, Object>> heartbeat(
            @RequestBody(required = false) @Nullable HeartbeatBody heartbeat,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        ForeignPages.HEADERS.forEach(response.getHeaders()::set);
        if (isForeign(request)) {
            throw new ResponseStatusException(HttpStatus.FORBIDDEN, ForeignPages.SENTENCE);
        }
        return ReactiveOwner.<Map<String, Object>>call(null, () -> HeartbeatBody.answer(heartbeat, heartbeats))
                .onErrorMap(
                        IllegalArgumentException.class,
                        e -> new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e));
    }

    static boolean isForeign(ServerHttpRequest request) {
        URI own = request.getURI();
        return ForeignPages.sent(
                request.getHeaders().getFirst("Sec-Fetch-Site"),
                request.getHeaders().getFirst("Origin"),
                own.getScheme(),
                own.getHost(),
                own.getPort());
    }
}

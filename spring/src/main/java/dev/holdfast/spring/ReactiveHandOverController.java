package dev.holdfast.spring;

import dev.holdfast.session.ForeignPages;
import dev.holdfast.session.HandOverCalls;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/** Requests to holders in reactive applications, like {@link HandOverController}. */
@RestController
final class ReactiveHandOverController {
    private final HandOverCalls calls;

    ReactiveHandOverController(HandOverCalls calls) {
        this.calls = calls;
    }

    @RequestMapping(
            path = "/locks/{*path}",
            method = {RequestMethod.GET, RequestMethod.POST, RequestMethod.DELETE})
    Mono<ResponseEntity<Object>> call(
            @PathVariable String path,
            @RequestBody(required = false) @Nullable Map<String, @Nullable Object> body,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        ForeignPages.HEADERS.forEach(response.getHeaders()::set);
        if (ReactiveHeartbeatController.isForeign(request)) {
            throw new ResponseStatusException(HttpStatus.FORBIDDEN, ForeignPages.SENTENCE);
        }
        return ReactiveOwner.<ResponseEntity<Object>>call(
                        null,
                        () -> HandOverController.answer(
                                calls.call(request.getMethod().name(), path, body == null ? Map.of() : body)))
                .onErrorMap(
                        IllegalArgumentException.class,
                        e -> new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e));
    }
}

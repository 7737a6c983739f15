package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.server.access.Sessions;
import dev.holdfast.server.api.Api;
import dev.holdfast.server.api.Metrics;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.options.Quotas;
import dev.holdfast.server.webhooks.WebhookOptions;
import dev.holdfast.server.webhooks.WebhookRoutes;
import dev.holdfast.server.webhooks.Webhooks;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The description of the interface, and the interface. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenApiTest {
    /** What is answered, but not by routes. */
    private static final Set<String> BESIDE = Set.of("GET /v1/events", "GET /openapi.json", "GET /metrics");

    @Test
    void description_namesEveryCallAndNoOther() throws Exception {
        Vertx vertx = Vertx.vertx();
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            Set<String> served = new TreeSet<>(BESIDE);
            List<Route> routes = new ArrayList<>(
                    Api.routes(locks, AsyncGrants.of(locks), new Metrics(), caller -> true, Quotas.DEFAULT));
            routes.addAll(new Sessions(locks, null, null, false, Quotas.DEFAULT).routes());
            routes.addAll(new WebhookRoutes(new Webhooks(vertx, locks, WebhookOptions.NONE)).routes());
            for (Route route : routes) {
                served.add(route.method().name() + " " + route.pattern());
            }
            Map<?, ?> paths = (Map<?, ?>)
                    new Http(server.address()).get("/openapi.json").json().get("paths");
            Set<String> described = new TreeSet<>();
            paths.forEach((path, calls) -> ((Map<?, ?>) calls)
                    .keySet()
                    .forEach(method ->
                            described.add(method.toString().toUpperCase(java.util.Locale.ROOT) + " " + path)));
            assertThat(described).hasSizeGreaterThan(10).isEqualTo(served);
        } finally {
            vertx.close();
        }
    }
}

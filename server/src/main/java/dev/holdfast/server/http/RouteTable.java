package dev.holdfast.server.http;

import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.TreeSet;

/** The routes of a server. Thread-safe. */
final class RouteTable {
    private final List<Route> routes;

    RouteTable(List<Route> routes) {
        this.routes = List.copyOf(routes);
    }

    /**
     * Returns the route of a request.
     *
     * @throws Problem 404 if no route has this path, 405 if none of those has this method
     */
    Route find(HttpMethod method, List<String> segments) {
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            if (route.match(segments) != null) {
                if (route.method().equals(method)) {
                    return route;
                }
                allowed.add(route.method().name());
            }
        }
        throw allowed.isEmpty()
                ? Problem.missing("There is no such call. /openapi.json lists all calls.")
                : Problem.notAllowed(allowed);
    }
}

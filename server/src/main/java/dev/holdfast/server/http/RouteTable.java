package dev.holdfast.server.http;

import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The routes of a server. Thread-safe. */
final class RouteTable {
    private final List<Route> routes;

    RouteTable(List<Route> routes) {
        this.routes = List.copyOf(routes);
    }

    /** @throws Problem 404 if no route has this path, 405 if none of those has this method */
    Route find(HttpMethod method, List<String> segments) {
        for (Route route : routes) {
            if (route.method().equals(method) && route.matches(segments)) {
                return route;
            }
        }
        Set<String> allowed = routes.stream()
                .filter(route -> route.matches(segments))
                .map(route -> route.method().name())
                .collect(Collectors.toCollection(TreeSet::new));
        throw allowed.isEmpty()
                ? Problem.missing("There is no such call. /openapi.json lists all calls.")
                : Problem.notAllowed(allowed);
    }
}

package dev.holdfast.server.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One kind of call: a method, a path with names in braces for what varies, and what to do. */
public final class Route {
    private final HttpMethod method;
    private final String pattern;
    private final String[] parts;
    private final @Nullable Action action;
    private final @Nullable Later later;
    private final Predicate<JsonBody> mayWait;
    private final boolean heavy;
    private final boolean granting;

    private Route(
            HttpMethod method,
            String pattern,
            @Nullable Action action,
            @Nullable Later later,
            Predicate<JsonBody> mayWait,
            boolean heavy,
            boolean granting) {
        this.heavy = heavy;
        this.granting = granting;
        this.method = method;
        this.pattern = pattern;
        this.parts = pattern.substring(1).split("/", -1);
        this.action = action;
        this.later = later;
        this.mayWait = mayWait;
    }

    /** Does what is asked for. May block; a {@link Problem} it throws is the answer. */
    @FunctionalInterface
    public interface Action {
        Answer act(Request request) throws InterruptedException;
    }

    /**
     * Has done what is asked for, and answers when it is. Must not block; what does goes to the threads that may. A
     * {@link Problem} that comes of it is the answer.
     */
    @FunctionalInterface
    public interface Later {
        CompletionStage<Answer> act(Request request, Executor blocking);
    }

    public static Route get(String pattern, Action action) {
        return new Route(HttpMethod.GET, pattern, action, null, body -> false, false, false);
    }

    public static Route post(String pattern, Action action) {
        return new Route(HttpMethod.POST, pattern, action, null, body -> false, false, false);
    }

    public static Route delete(String pattern, Action action) {
        return new Route(HttpMethod.DELETE, pattern, action, null, body -> false, false, false);
    }

    /** Returns a call that no thread waits for. */
    public static Route later(HttpMethod method, String pattern, Later later) {
        return new Route(method, pattern, null, later, body -> false, false, false);
    }

    /** Returns the same where some may take long, since they wait for something. */
    public Route waitingIf(Predicate<JsonBody> newMayWait) {
        return new Route(method, pattern, action, later, newMayWait, heavy, granting);
    }

    /** The same where each needs much memory: few of them are done at a time. */
    public Route needingMuch() {
        return new Route(method, pattern, action, later, mayWait, true, granting);
    }

    /** The same where locks are granted, which must be recorded if anything is. */
    public Route granting() {
        return new Route(method, pattern, action, later, mayWait, heavy, true);
    }

    boolean isGranting() {
        return granting;
    }

    boolean isHeavy() {
        return heavy;
    }

    public HttpMethod method() {
        return method;
    }

    /** Returns the route of a request among these; null if there is none. */
    public static @Nullable Route of(List<Route> routes, HttpServerRequest request) {
        try {
            List<String> segments = UrlPath.segments(request.path());
            for (Route route : routes) {
                if (route.method.equals(request.method()) && route.match(segments) != null) {
                    return route;
                }
            }
        } catch (RuntimeException e) {
            // no path
        }
        return null;
    }

    /** Returns what stands at that name in the path of a request of this route; empty if nothing does. */
    public String value(HttpServerRequest request, String name) {
        List<String> segments = UrlPath.segments(request.path());
        int at = List.of(parts).indexOf("{" + name + "}");
        return at < 0 || at >= segments.size() ? "" : segments.get(at);
    }

    /** As in {@code /v1/locks/{resource}}. */
    public String pattern() {
        return pattern;
    }

    /** Returns what a token must let do for this call; null for nothing. */
    @Nullable
    Verb verb() {
        return Verb.of(method, pattern);
    }

    /** Returns the action of a call that has no {@link #later}. */
    Action action() {
        return Objects.requireNonNull(action);
    }

    @Nullable
    Later later() {
        return later;
    }

    boolean mayWait(JsonBody body) {
        return mayWait.test(body);
    }

    /** What stands in the places of the names; null if the path is another one. */
    @Nullable
    List<String> match(List<String> segments) {
        if (parts.length != segments.size()) {
            return null;
        }
        for (int i = 0; i < parts.length; i++) {
            if (!parts[i].startsWith("{") && !parts[i].equals(segments.get(i))) {
                return null;
            }
        }
        List<String> values = new ArrayList<>(2);
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].startsWith("{")) {
                values.add(segments.get(i));
            }
        }
        return values;
    }
}

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

/** A kind of call: a method, a path with placeholders in braces, and an action. */
public final class Route {
    private final HttpMethod method;
    private final String pattern;
    private final String[] parts;
    private final @Nullable Verb verb;
    private final @Nullable Action action;
    private final @Nullable Later later;
    private final Predicate<JsonBody> mayWait;
    private final boolean heavy;
    private final boolean granting;

    private Route(
            HttpMethod method,
            String pattern,
            @Nullable Verb verb,
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
        this.verb = verb;
        this.action = action;
        this.later = later;
        this.mayWait = mayWait;
    }

    /** Carries out a call. May block. A {@link Problem} that it throws is the answer. */
    @FunctionalInterface
    public interface Action {
        /** Carries out a request and returns the answer. */
        Answer act(Request request) throws InterruptedException;
    }

    /** Starts a call, and completes its answer later. Must not block, but use the given threads. A {@link Problem} is the answer. */
    @FunctionalInterface
    public interface Later {
        /** Starts a request and returns its answer to come. */
        CompletionStage<Answer> act(Request request, Executor blocking);
    }

    /** Returns a route for GET. */
    public static Route get(String pattern, Action action) {
        return of(HttpMethod.GET, pattern, action, null);
    }

    /** Returns a route for POST. */
    public static Route post(String pattern, Action action) {
        return of(HttpMethod.POST, pattern, action, null);
    }

    /** Returns a route for DELETE. */
    public static Route delete(String pattern, Action action) {
        return of(HttpMethod.DELETE, pattern, action, null);
    }

    /** Returns a route whose calls occupy no thread while they wait. */
    public static Route later(HttpMethod method, String pattern, Later later) {
        return of(method, pattern, null, later);
    }

    private static Route of(HttpMethod method, String pattern, @Nullable Action action, @Nullable Later later) {
        return new Route(method, pattern, Verb.of(method, pattern), action, later, body -> false, false, false);
    }

    /** Returns the path of a call of another tool, which checks rights itself. */
    static Route tool(HttpMethod method, String pattern) {
        return new Route(method, pattern, null, null, null, body -> false, false, false);
    }

    /** Returns the same, where calls with certain bodies may wait. */
    public Route waitingIf(Predicate<JsonBody> newMayWait) {
        return new Route(method, pattern, verb, action, later, newMayWait, heavy, granting);
    }

    /** Returns the same for calls that need much memory. Only a few run at a time. */
    public Route needingMuch() {
        return new Route(method, pattern, verb, action, later, mayWait, true, granting);
    }

    /** Returns the same for calls that grant locks, which must be recorded. */
    public Route granting() {
        return new Route(method, pattern, verb, action, later, mayWait, heavy, true);
    }

    boolean isGranting() {
        return granting;
    }

    boolean isHeavy() {
        return heavy;
    }

    /** Returns the method of its requests. */
    public HttpMethod method() {
        return method;
    }

    /** Returns the route of a request; null if there is none. */
    public static @Nullable Route of(List<Route> routes, HttpServerRequest request) {
        try {
            List<String> segments = UrlPath.segments(request.path());
            for (Route route : routes) {
                if (route.method.equals(request.method()) && route.matches(segments)) {
                    return route;
                }
            }
        } catch (RuntimeException e) {
            // no path
        }
        return null;
    }

    /** Returns the value of a placeholder in the path of a request; empty if there is none. */
    public String value(HttpServerRequest request, String name) {
        List<String> segments = UrlPath.segments(request.path());
        int at = List.of(parts).indexOf("{" + name + "}");
        return at < 0 || at >= segments.size() ? "" : segments.get(at);
    }

    /** Returns the path with placeholders, as in {@code /v1/locks/{resource}}. */
    public String pattern() {
        return pattern;
    }

    /** Returns the action that a token must allow for this call; null for none. */
    @Nullable
    Verb verb() {
        return verb;
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

    /** Returns whether it is the route of a path. */
    boolean matches(List<String> segments) {
        if (parts.length != segments.size()) {
            return false;
        }
        for (int i = 0; i < parts.length; i++) {
            if (!isPlaceholder(i) && !parts[i].equals(segments.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the values of the placeholders in a path that matches. */
    List<String> values(List<String> segments) {
        List<String> values = new ArrayList<>(1);
        for (int i = 0; i < parts.length; i++) {
            if (isPlaceholder(i)) {
                values.add(segments.get(i));
            }
        }
        return values;
    }

    private boolean isPlaceholder(int part) {
        return parts[part].startsWith("{");
    }
}

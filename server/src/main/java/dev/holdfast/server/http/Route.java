package dev.holdfast.server.http;

import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One kind of call: a method, a path with names in braces for what varies, and what to do.
 *
 * @param pattern as in {@code /v1/locks/{resource}}
 * @param patient which of them may take long, since they wait for something
 */
public record Route(HttpMethod method, String pattern, Action action, Predicate<Members> patient) {
    /** Does what is asked for. May block; a {@link Problem} it throws is the answer. */
    @FunctionalInterface
    public interface Action {
        Answer act(Request request) throws InterruptedException;
    }

    public static Route get(String pattern, Action action) {
        return new Route(HttpMethod.GET, pattern, action, body -> false);
    }

    public static Route post(String pattern, Action action) {
        return new Route(HttpMethod.POST, pattern, action, body -> false);
    }

    public static Route delete(String pattern, Action action) {
        return new Route(HttpMethod.DELETE, pattern, action, body -> false);
    }

    /** The same where some of them may take long. */
    public Route waitingIf(Predicate<Members> newPatient) {
        return new Route(method, pattern, action, newPatient);
    }

    /** What stands in the places of the names; null if the path is another one. */
    @Nullable
    List<String> match(List<String> segments) {
        String[] wanted = pattern.substring(1).split("/", -1);
        if (wanted.length != segments.size()) {
            return null;
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i].startsWith("{")) {
                values.add(segments.get(i));
            } else if (!wanted[i].equals(segments.get(i))) {
                return null;
            }
        }
        return values;
    }
}

package dev.holdfast.session;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HoldId;
import dev.holdfast.LockManager;
import dev.holdfast.Requests.Asked;
import dev.holdfast.internal.base.Durations;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.views.LockJson;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The calls of pages that ask and answer: {@code /locks/{id}/request}, {@code /locks/{id}/answer} and {@code /locks/{id}/shown}. The name
 * of a resource is the path as it is, slashes included. Each answer is a tree for JSON, or a {@link LockProblem}. Thread-safe.
 */
public final class HandOverCalls {
    private static final String REQUEST = "/request";
    private static final String ANSWER = "/answer";
    private static final String SHOWN = "/shown";

    private final HandOvers handOvers;
    private final CurrentViewer viewer;

    /** Answers calls about these locks. */
    public HandOverCalls(HandOvers handOvers, LockManager locks) {
        this.handOvers = handOvers;
        this.viewer = new CurrentViewer(locks);
    }

    /** An answer to a caller: a status with a tree, or a problem. */
    public record Answer(int status, Object tree, @Nullable LockProblem problem) {
        private static Answer of(int status, Object tree) {
            return new Answer(status, tree, null);
        }

        private static Answer problem(int status, String title, String detail, Map<String, @Nullable Object> members) {
            return new Answer(status, Map.of(), new LockProblem(status, title, detail, members, null));
        }
    }

    /**
     * Carries out a call.
     *
     * @param path what follows {@code /locks}
     * @throws IllegalArgumentException with a sentence if the body is not as it should be
     */
    public Answer call(String method, String path, Map<String, @Nullable Object> body) {
        if (path.endsWith(REQUEST) && path.length() > REQUEST.length() + 1) {
            String resource = path.substring(1, path.length() - REQUEST.length());
            return switch (method) {
                case "POST" -> ask(resource, body);
                case "GET" -> state(resource);
                case "DELETE" -> Answer.of(200, Map.of("withdrawn", handOvers.withdraw(resource)));
                default -> notAllowed("GET, POST or DELETE");
            };
        } else if (path.endsWith(ANSWER) && path.length() > ANSWER.length() + 1) {
            String resource = path.substring(1, path.length() - ANSWER.length());
            return method.equals("POST") ? answer(resource, body) : notAllowed("POST");
        }
        if (path.endsWith(SHOWN) && path.length() > SHOWN.length() + 1) {
            return method.equals("POST")
                    ? shown(path.substring(1, path.length() - SHOWN.length()))
                    : notAllowed("POST");
        }
        return Answer.problem(
                404, "Not found", "The path is /locks/{resource}/ and request, answer or shown.", Map.of());
    }

    private Answer shown(String resource) {
        handOvers.shown(resource);
        return Answer.of(200, Map.of());
    }

    private static Answer notAllowed(String methods) {
        return Answer.problem(405, "Method not allowed", "Method not allowed: use " + methods + ".", Map.of());
    }

    private Answer ask(String resource, Map<String, @Nullable Object> body) {
        Asked asked = handOvers.ask(resource, text(body, "message"));
        NotAsked why = asked.refusal();
        Words words = Words.current();
        if (why == null) {
            return Answer.of(
                    201,
                    Map.of(
                            "requests",
                            asked.requests().stream().map(viewer::toAsker).toList()));
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("why", LockJson.label(why));
        members.put("retryAt", asked.retryAt() == null ? null : Instants.write(asked.retryAt()));
        String key = "ask." + LockJson.label(why);
        return Answer.problem(409, "Not asked", words.text(key, words.resource(resource)), members);
    }

    private Answer state(String resource) {
        Predicate<HandOverRequest> isAbout = request -> request.resource().equals(resource);
        return Answer.of(
                200,
                Map.of(
                        "asked",
                        handOvers.asked().stream()
                                .filter(isAbout)
                                .map(viewer::toAsker)
                                .toList(),
                        "received",
                        handOvers.received().stream()
                                .filter(isAbout)
                                .map(CurrentViewer::toHolder)
                                .toList()));
    }

    private Answer answer(String resource, Map<String, @Nullable Object> body) {
        HoldId id = HoldId.parse(text(body, "request"));
        return handOvers
                .answer(resource, id, reply(body))
                .map(now -> Answer.of(200, CurrentViewer.toHolder(now)))
                .orElseGet(
                        () -> Answer.problem(404, "Not found", Words.current().text("answer.ended"), Map.of()));
    }

    private static Reply reply(Map<String, @Nullable Object> body) {
        String words = text(body, "message");
        return switch (text(body, "answer")) {
            case "now" -> Reply.now().saying(words);
            case "in" -> Reply.promise(within(body)).saying(words);
            case "no" -> Reply.no(words);
            default -> throw new IllegalArgumentException("'answer' must be now, in or no.");
        };
    }

    private static Duration within(Map<String, @Nullable Object> body) {
        return body.get("within") instanceof Number seconds
                ? Duration.ofSeconds(seconds.longValue())
                : Durations.parse(text(body, "within"));
    }

    private static String text(Map<String, @Nullable Object> body, String name) {
        Object value = body.get(name);
        if (value == null || value instanceof String) {
            return value == null ? "" : (String) value;
        }
        throw new IllegalArgumentException("'" + name + "' must be a text.");
    }
}

package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.json.Json;
import dev.holdfast.server.Http.Told;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes calls up from the description, and compares each answer with what the description says. */
final class GeneratedCalls {
    /** Statuses that say that a request was carried out. */
    private static final int DONE = 300;

    /** Statuses that say that a request is wrong in itself. */
    private static final Set<Integer> MISTAKES = Set.of(400, 413, 415, 422);

    private static final int REMEMBERED = 50;
    private static final String EVENTS = "/v1/events";

    private final List<Http> callers;
    private final Random random;
    private final SchemaValues values;
    private final List<Call> calls = new ArrayList<>();
    private final Map<Integer, Integer> seen = new TreeMap<>();
    /** Receipts that were given, and tokens that were made. */
    private final List<String> receipts = new ArrayList<>(List.of("0".repeat(32) + ".r"));

    /** Whether the present call has a value that is one beyond a bound. */
    private boolean beyond;

    private final List<String> tokens = new ArrayList<>(List.of("none"));
    private final List<String> requests = new ArrayList<>(List.of("0".repeat(32)));

    /** One kind of call as the description has it. */
    private record Call(
            String method,
            String path,
            Set<String> answers,
            List<?> parameters,
            @Nullable Map<?, ?> body) {}

    /**
     * @param open who may read the description
     * @param callers one of them makes each call
     */
    GeneratedCalls(Http open, List<Http> callers, Random random) throws IOException, InterruptedException {
        this.callers = callers;
        this.random = random;
        this.values = new SchemaValues(random, this::known);
        map(open.get("/openapi.json").json().get("paths"))
                .forEach((path, methods) -> map(methods)
                        .forEach((method, call) -> calls.add(call(method.toString(), path.toString(), map(call)))));
    }

    private static Call call(String method, String path, Map<?, ?> call) {
        Object body = call.get("requestBody");
        Map<?, ?> schema = body == null
                ? null
                : map(map(map(map(body).get("content")).get("application/json")).get("schema"));
        List<?> parameters = call.get("parameters") instanceof List<?> list ? list : List.of();
        Set<String> answers = Set.copyOf(map(call.get("responses")).keySet().stream()
                .map(Object::toString)
                .toList());
        return new Call(method, path, answers, parameters, schema);
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) value;
    }

    /** Returns how often each status was answered. */
    Map<Integer, Integer> seen() {
        return seen;
    }

    /** Makes one call. */
    void next() throws IOException, InterruptedException {
        Call call = chosen();
        beyond = false;
        String path = path(call);
        String body = call.body() == null ? null : Json.write(made("", call.body()));
        HttpRequest.Builder request =
                callers.get(random.nextInt(callers.size())).request(path);
        headers(call, request);
        request.header("Content-Type", "application/json")
                .method(
                        call.method().toUpperCase(Locale.ROOT),
                        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        String what = call.method() + " " + path + " " + shortened(String.valueOf(body));
        if (call.path().equals(EVENTS)) {
            HttpResponse<InputStream> stream = callers.get(0).open(request);
            check(call, what, stream.statusCode(), heard(stream));
        } else {
            Told told = callers.get(0).send(request);
            check(call, what, told.status(), told.response().body());
            remember(call, told);
        }
    }

    private void check(Call call, String asked, int status, String answer) {
        String what = asked + " → " + status + " " + shortened(answer);
        assertThat(status).as(what).isLessThan(500);
        assertThat(call.answers()).as(what).contains(String.valueOf(status));
        if (beyond) {
            assertThat(status).as("beyond a bound: " + what).isGreaterThanOrEqualTo(DONE);
        }
        if (status >= 400) {
            assertThat(String.valueOf(Json.readObject(answer).get("detail")))
                    .as(what)
                    .isNotBlank()
                    .doesNotContain("Exception");
        }
        if (MISTAKES.contains(status)) {
            assertThat(answer.length())
                    .as("does not repeat what was sent: " + what)
                    .isLessThan(2_000);
        }
        seen.merge(status, 1, Integer::sum);
    }

    /** Listens until the stream is ready; what comes after that has no end. Reads a refusal to its end. */
    private static String heard(HttpResponse<InputStream> stream) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            StringBuilder text = new StringBuilder();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                text.append(line).append('\n');
                if (line.equals("event: ready")) {
                    return text.toString();
                }
            }
            assertThat(stream.statusCode())
                    .as("a stream that ends before it is ready: %s", text)
                    .isGreaterThanOrEqualTo(DONE);
            return text.toString();
        }
    }

    private static String shortened(String text) {
        return text.length() < 2_000 ? text : text.substring(0, 2_000) + "…";
    }

    private Call chosen() {
        Call call = calls.get(random.nextInt(calls.size()));
        // Most answers need something that is held.
        if (random.nextInt(3) == 0 || (call.path().equals("/v1/admin/clear") && random.nextInt(10) > 0)) {
            return calls.stream()
                    .filter(one ->
                            one.path().equals("/v1/locks") && one.method().equals("post"))
                    .findFirst()
                    .orElseThrow();
        }
        return call;
    }

    private void remember(Call call, Told told) {
        if (told.status() == 201 && call.path().equals("/v1/locks")) {
            add(receipts, String.valueOf(told.first("holds").get("receipt")));
        } else if (told.status() == 201 && call.path().equals("/v1/requests")) {
            add(receipts, told.text("receipt"));
            add(requests, String.valueOf(told.first("requests").get("id")));
        } else if (told.status() == 201 && call.path().equals("/v1/admin/tokens")) {
            add(tokens, told.text("id"));
        }
    }

    private static void add(List<String> to, String one) {
        to.add(one);
        if (to.size() > REMEMBERED) {
            to.remove(0);
        }
    }

    private @Nullable String known(String name) {
        return switch (name) {
            case "receipt", "receipts" -> receipts.get(random.nextInt(receipts.size()));
            case "request" -> requests.get(random.nextInt(requests.size()));
            case "token" -> tokens.get(random.nextInt(tokens.size()));
            // An owner that was ended gets nothing any more; the others are needed.
            case "owner" -> "somebody" + random.nextInt(1_000);
            case "id" -> "owner" + random.nextInt(20);
            case "resource", "resources" -> random.nextInt(3) == 0 ? "r" : "policy/" + random.nextInt(30);
            case "ttl", "expires", "within" -> random.nextInt(100) + "m";
            default -> null;
        };
    }

    private String path(Call call) {
        StringBuilder path = new StringBuilder(call.path());
        for (int open = path.indexOf("{"); open >= 0; open = path.indexOf("{")) {
            int close = path.indexOf("}");
            String name = path.substring(open + 1, close);
            String text = values.text(name, schema(call, name));
            beyond |= values.isBeyond();
            path.replace(open, close + 1, encoded(text.isEmpty() ? "r" : text));
        }
        String separator = "?";
        for (Object parameter : call.parameters()) {
            if ("query".equals(map(parameter).get("in")) && random.nextInt(4) == 0) {
                String name = map(parameter).get("name").toString();
                path.append(separator).append(name).append('=').append(encoded(simple(name, schema(call, name))));
                separator = "&";
            }
        }
        return path.toString();
    }

    private void headers(Call call, HttpRequest.Builder request) {
        for (Object parameter : call.parameters()) {
            if ("header".equals(map(parameter).get("in")) && random.nextInt(8) == 0) {
                String name = map(parameter).get("name").toString();
                String value = simple(name, schema(call, name)).replaceAll("[^ -~]", "?");
                request.header(name, value);
            }
        }
    }

    private static Map<?, ?> schema(Call call, String name) {
        return call.parameters().stream()
                .map(GeneratedCalls::map)
                .filter(parameter -> name.equals(parameter.get("name")))
                .findFirst()
                .<Map<?, ?>>map(parameter -> map(parameter.get("schema")))
                .orElse(Map.of());
    }

    private String simple(String name, Map<?, ?> schema) {
        return String.valueOf(made(name, schema));
    }

    private @Nullable Object made(String name, Map<?, ?> schema) {
        Object value = values.of(name, schema);
        beyond |= values.isBeyond();
        return value;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

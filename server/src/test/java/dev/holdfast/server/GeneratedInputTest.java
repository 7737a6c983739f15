package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.check.Extent;
import dev.holdfast.internal.json.Json;
import dev.holdfast.server.Http.Told;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls made up from the description, some as it says and most not: each is answered as the description says it may be. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GeneratedInputTest {
    private static final int CALLS = Extent.of(1_000, 3_000);
    private static final List<String> TEXTS = List.of(
            "r",
            "policy/1",
            "",
            "..",
            "a\u0000b",
            "\ud800",
            "😀",
            "<script>",
            "x".repeat(600),
            "00000000000000000000000000000000.r",
            "exclusive",
            "shared",
            "90s",
            "-1s",
            "PT9999999999H",
            "\r\nX: y");

    private final Random random = new Random(20_26);

    @Test
    void calls_madeUpFromTheDescription_areAnsweredAsItSays() throws Exception {
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            Http http = new Http(server.address());
            Map<String, @Nullable Object> description =
                    http.get("/openapi.json").json();
            List<Call> calls = calls(description);
            Call taking = calls.stream()
                    .filter(call ->
                            call.path().equals("/v1/locks") && call.method().equals("post"))
                    .findFirst()
                    .orElseThrow();
            Map<Integer, Integer> seen = new TreeMap<>();
            for (int i = 0; i < CALLS; i++) {
                // Most answers need something that is held.
                Call call = random.nextInt(3) == 0 ? taking : calls.get(random.nextInt(calls.size()));
                String path = path(call);
                String body = call.body() == null ? null : Json.write(value(call.body(), 0));
                Told told = http.send(http.request(path)
                        .header("Content-Type", "application/json")
                        .method(
                                call.method().toUpperCase(Locale.ROOT),
                                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
                String what = call.method() + " " + path + " " + body + " → "
                        + told.response().body();
                assertThat(told.status()).as(what).isLessThan(500);
                assertThat(call.answers()).as(what).contains(String.valueOf(told.status()));
                if (told.status() >= 400) {
                    assertThat(told.text("detail")).as(what).isNotBlank().doesNotContain("Exception");
                }
                seen.merge(told.status(), 1, Integer::sum);
            }
            assertThat(seen.keySet()).as("all kinds of answers: %s", seen).contains(200, 201, 204, 404, 422, 423);
        }
    }

    /** One kind of call as the description has it; its events have no end and are left out. */
    private record Call(
            String method,
            String path,
            Set<String> answers,
            List<?> parameters,
            @Nullable Map<?, ?> body) {}

    private static List<Call> calls(Map<String, @Nullable Object> description) {
        List<Call> calls = new ArrayList<>();
        map(description.get("paths"))
                .forEach((path, methods) -> map(methods).forEach((method, call) -> {
                    if (!path.equals("/v1/events")) {
                        Object body = map(call).get("requestBody");
                        Map<?, ?> schema = body == null
                                ? null
                                : map(map(map(map(body).get("content")).get("application/json"))
                                        .get("schema"));
                        List<?> parameters = map(call).get("parameters") instanceof List<?> list ? list : List.of();
                        Set<String> answers = Set.copyOf(keys(map(call).get("responses")));
                        calls.add(new Call(method.toString(), path.toString(), answers, parameters, schema));
                    }
                }));
        return calls;
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) value;
    }

    private static List<String> keys(@Nullable Object value) {
        return map(value).keySet().stream().map(Object::toString).toList();
    }

    private String path(Call call) {
        StringBuilder path = new StringBuilder(call.path());
        for (int open = path.indexOf("{"); open >= 0; open = path.indexOf("{")) {
            // An owner that was ended gets nothing any more; the others are needed.
            String text = call.path().contains("{owner}") ? "somebody" + random.nextInt() : text();
            path.replace(open, path.indexOf("}") + 1, encoded(text.isEmpty() ? "r" : text));
        }
        String separator = "?";
        for (Object parameter : call.parameters()) {
            if (map(parameter).get("in").equals("query") && random.nextInt(3) == 0) {
                path.append(separator)
                        .append(map(parameter).get("name"))
                        .append('=')
                        .append(encoded(text()));
                separator = "&";
            }
        }
        return path.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private String text() {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    /** Something of that schema, or of none. */
    private @Nullable Object value(Map<?, ?> schema, int depth) {
        if (random.nextInt(12) == 0 || depth > 4) {
            return odd();
        }
        if (schema.get("oneOf") instanceof List<?> choices) {
            return value(map(choices.get(random.nextInt(choices.size()))), depth + 1);
        } else if (schema.get("enum") instanceof List<?> choices) {
            return choices.get(random.nextInt(choices.size()));
        }
        return switch (String.valueOf(schema.get("type"))) {
            case "object" -> object(schema, depth);
            case "array" -> List.of(usual(map(schema.get("items")), depth + 1));
            case "integer" -> (long) random.nextInt(100) - 10;
            case "boolean" -> random.nextBoolean();
            default -> random.nextInt(3) > 0 ? TEXTS.get(random.nextInt(2)) : text();
        };
    }

    private Object usual(Map<?, ?> schema, int depth) {
        Object value = value(schema, depth);
        return value == null ? "r" : value;
    }

    private Map<String, @Nullable Object> object(Map<?, ?> schema, int depth) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        List<?> required = schema.get("required") instanceof List<?> list ? list : List.of();
        map(schema.get("properties")).forEach((name, property) -> {
            if (name.equals("wait")) {
                return; // it would be waited for
            }
            if (required.contains(name) ? random.nextInt(15) > 0 : random.nextInt(4) == 0) {
                object.put(name.toString(), value(map(property), depth + 1));
            }
        });
        if (random.nextInt(25) == 0) {
            object.put("odd", odd());
        }
        return object;
    }

    private @Nullable Object odd() {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> List.of();
            case 2 -> Map.of("x", List.of(1L));
            case 3 -> Long.MIN_VALUE;
            case 4 -> true;
            default -> text();
        };
    }
}

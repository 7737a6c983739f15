package dev.holdfast.server;

import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One call of the description about a resource that its user holds, with all that it requires and nothing else.
 *
 * @param name as the table has it
 * @param path with the names of its parameters in braces
 * @param list whether it answers with a list, of which the resource is a part or not
 */
record Probe(String name, String method, String path, Map<String, Object> body, boolean list) {
    static final String RESOURCE = "in/1";

    private static final String RECEIPT = "{receipt}";
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    /** What required members are filled with; a new member needs a value here. */
    private static final Map<String, Object> VALUES = Map.ofEntries(
            Map.entry("resources", List.of(RESOURCE)),
            Map.entry("resource", RESOURCE),
            Map.entry("receipts", List.of(RECEIPT)),
            Map.entry("reason", "a test"),
            Map.entry("fence", 1L),
            Map.entry("owner", Map.of("id", "another")),
            Map.entry("user", "ben"),
            Map.entry("role", "reader"),
            Map.entry("request", "0".repeat(32)),
            Map.entry("answer", "now"),
            Map.entry("name", "chat"),
            Map.entry("url", "https://hooks.example.org/"));
    /** Members that make another call of one: they need more. */
    private static final Map<String, Map<String, Object>> MORE = Map.of("POST /v1/locks", Map.of("takeover", "a test"));

    private static final Map<String, String> QUERIES =
            Map.of("GET /v1/locks", "user=ben", "GET /v1/events", "prefix=in%2F1", "GET /v1/groups", "prefix=in%2F1");
    /** Calls that leave out what the caller may not see. */
    private static final Set<String> LISTS =
            Set.of("GET /v1/locks", "GET /v1/history", "GET /v1/groups", "GET /v1/contention");

    static List<Probe> all(Map<String, @Nullable Object> description) {
        List<Probe> probes = new ArrayList<>();
        map(description.get("paths"))
                .forEach((path, calls) -> map(calls).forEach((method, call) -> {
                    String verb = method.toString().toUpperCase(Locale.ROOT);
                    String name = verb + " " + path;
                    boolean list = LISTS.contains(name);
                    boolean narrowed = name.equals("GET /v1/events") || name.equals("GET /v1/groups");
                    String query = narrowed ? "?" + QUERIES.get(name) : "";
                    probes.add(new Probe(name, verb, path + query, body(map(call), Map.of()), list));
                    if (MORE.containsKey(name)) {
                        Map<String, Object> more = MORE.get(name);
                        probes.add(new Probe(
                                name + " with " + String.join(", ", more.keySet()),
                                verb,
                                path.toString(),
                                body(map(call), more),
                                false));
                    }
                    if (QUERIES.containsKey(name) && !narrowed) {
                        String asked = QUERIES.get(name);
                        probes.add(new Probe(name + "?" + asked, verb, path + "?" + asked, Map.of(), false));
                    }
                }));
        return probes;
    }

    private static Map<String, Object> body(Map<?, ?> call, Map<String, Object> more) {
        Map<String, Object> body = new LinkedHashMap<>(more);
        if (call.get("requestBody") != null) {
            Map<?, ?> content = map(map(call.get("requestBody")).get("content"));
            Map<?, ?> schema = map(map(content.get("application/json")).get("schema"));
            if (schema.get("required") instanceof List<?> required) {
                for (Object member : required) {
                    Object value = VALUES.get(String.valueOf(member));
                    if (value == null) {
                        throw new AssertionError("Probe.VALUES has no value for the member " + member);
                    }
                    body.put(String.valueOf(member), value);
                }
            }
        }
        return body;
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) value;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Makes the call; a list that leaves the resource out does not permit to see it. */
    boolean permitted(Http http, String owner, String receipt) throws IOException, InterruptedException {
        String where = path.replace("{resource}", encoded(RESOURCE))
                .replace(RECEIPT, encoded(receipt))
                .replace("{owner}", encoded(owner))
                .replace("{token}", "none")
                .replace("{hook}", "none")
                .replace("{letter}", "none");
        if (where.indexOf('{') >= 0) {
            throw new AssertionError("The path " + path + " has a parameter that Probe does not know.");
        }
        HttpRequest.Builder request = http.request(where).header("Content-Type", "application/json");
        String text = Json.write(body).replace(RECEIPT, receipt);
        HttpRequest.BodyPublisher sent =
                method.equals("POST") ? HttpRequest.BodyPublishers.ofString(text) : HttpRequest.BodyPublishers.noBody();
        HttpResponse<InputStream> answer =
                CLIENT.send(request.method(method, sent).build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream in = answer.body()) {
            int status = answer.statusCode();
            if (status >= 500 || status == 400 || status == 405 || status == 415 || status == 422) {
                throw new AssertionError(name + " is answered with " + status + ": "
                        + new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
            boolean let = status != 401 && status != 403;
            return let && (!list || new String(in.readAllBytes(), StandardCharsets.UTF_8).contains(RESOURCE));
        }
    }
}
